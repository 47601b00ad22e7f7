import { FairQueue } from '../../../nodes/shared/transport/pacing/fairQueue';
import { InFlight } from '../../../nodes/shared/transport/pacing/inFlight';
import { OneAtATime } from '../../../nodes/shared/transport/creating/oneAtATime';

describe('the queue', () => {
	const takeAll = (queue: FairQueue<string>) => {
		const all: string[] = [];
		for (let entry = queue.take(); entry !== undefined; entry = queue.take()) all.push(entry);
		return all;
	};

	test('executions take turns, each in its own order', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(entry.charAt(0), entry);
		expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
		expect(queue.isEmpty).toBe(true);
	});

	test('what is removed is not taken', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['a1', 'a2', 'b1']) queue.add(entry.charAt(0), entry);
		expect(queue.remove((entry) => entry !== 'a2')).toEqual(['a1', 'b1']);
		expect([...queue]).toEqual(['a2']);
		expect(takeAll(queue)).toEqual(['a2']);
	});
});

describe('requests in flight', () => {
	const fill = (inFlight: InFlight, now: number) => {
		const requests: symbol[] = [];
		while (inFlight.nextAt(now) <= now && requests.length < 1000) requests.push(inFlight.enter(now));
		return requests;
	};

	test('a second’s worth is always let through, never more than 64', () => {
		expect(fill(new InFlight(10), 0)).toHaveLength(10);
		expect(fill(new InFlight(1), 0)).toHaveLength(4);
		expect(fill(new InFlight(1000), 0)).toHaveLength(64);
	});

	test('slow answers make room, while they are awaited and afterwards', () => {
		const inFlight = new InFlight(10);
		const requests = fill(inFlight, 0);
		const at = inFlight.nextAt(0);
		expect(at).toBeGreaterThan(0);
		expect(inFlight.nextAt(at)).toBe(at);
		expect(fill(inFlight, 25_000)).toHaveLength(54);
		expect(inFlight.nextAt(25_000)).toBe(Number.POSITIVE_INFINITY);
		for (const request of requests) inFlight.leave(request, 25_000);
		expect(fill(inFlight, 25_001)).toHaveLength(10);
	});

	test('with quick answers no more are in flight than are of use', () => {
		const inFlight = new InFlight(100);
		for (const request of fill(inFlight, 0)) inFlight.leave(request, 50);
		expect(fill(inFlight, 50)).toHaveLength(64);
		const slow = new InFlight(5);
		for (const request of fill(slow, 0)) slow.leave(request, 50);
		expect(fill(slow, 50)).toHaveLength(5);
	});
});

test('tasks with one key follow each other, a failed one too; others run at once', async () => {
	const order: string[] = [];
	const tasks = new OneAtATime();
	const task =
		(name: string, fails = false) =>
		async () => {
			order.push(`${name} starts`);
			await new Promise(setImmediate);
			order.push(`${name} ends`);
			if (fails) throw new Error(name);
			return name;
		};
	const results = await Promise.allSettled([
		tasks.run('x', task('x1', true)),
		tasks.run('x', task('x2')),
		tasks.run('y', task('y1')),
		tasks.run('x', task('x3')),
	]);
	expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
	expect(order.indexOf('y1 starts')).toBeLessThan(order.indexOf('x1 ends'));
	expect(order.filter((entry) => entry.startsWith('x'))).toEqual([
		'x1 starts',
		'x1 ends',
		'x2 starts',
		'x2 ends',
		'x3 starts',
		'x3 ends',
	]);
});
