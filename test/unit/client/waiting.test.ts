import { KeyedQueue } from '../../../nodes/shared/client/rateLimit/rateLimiter';
import { KeyedMutex } from '../../../nodes/shared/host/clock';

describe('the queue', () => {
	const takeAll = (queue: KeyedQueue<string>) => {
		const all: string[] = [];
		for (let entry = queue.take(); entry !== undefined; entry = queue.take()) all.push(entry);
		return all;
	};

	test('executions take turns, each in its own order', () => {
		const queue = new KeyedQueue<string>();
		for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(entry.charAt(0), entry);
		expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
		expect(queue.hasNone).toBe(true);
	});

	test('what is removed is not taken', () => {
		const queue = new KeyedQueue<string>();
		for (const entry of ['a1', 'a2', 'b1']) queue.add(entry.charAt(0), entry);
		expect(queue.remove((entry) => entry !== 'a2')).toEqual(['a1', 'b1']);
		expect([...queue]).toEqual(['a2']);
		expect(takeAll(queue)).toEqual(['a2']);
	});
});

test('tasks with one key follow each other, a failed one too; others run at once', async () => {
	const order: string[] = [];
	const tasks = new KeyedMutex();
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
