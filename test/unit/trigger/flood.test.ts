import { EventEmitter } from 'node:events';

import { Flood } from '../../../nodes/CompanyRadarTrigger/receiving/flood';

const FEW = 5;

const answer = () => Object.assign(new EventEmitter(), { statusCode: 200, destroyed: false });

const update = (name: string) => ({ update_id: name });

/** A flood that has begun: the next delivery is to share an execution. */
async function risen(): Promise<Flood> {
	const flood = new Flood();
	for (let count = 0; count < FEW; count++) {
		expect(await flood.gather(update(`first ${count}`), answer())).toHaveLength(1);
	}
	return flood;
}

describe('deliveries of a flood', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('are taken along, and told when n8n has acknowledged the execution', async () => {
		const flood = await risen();
		const first = answer();
		const carrier = flood.gather(update('a'), first);
		const other = flood.gather(update('b'), answer());
		await jest.advanceTimersByTimeAsync(200);
		expect(await carrier).toEqual([update('a'), update('b')]);
		first.emit('finish');
		expect(await other).toBe(true);
	});

	it('are told when the execution could not be started', async () => {
		const flood = await risen();
		const first = answer();
		void flood.gather(update('a'), first);
		const other = flood.gather(update('b'), answer());
		await jest.advanceTimersByTimeAsync(200);
		first.statusCode = 500;
		first.emit('finish');
		expect(await other).toBe(false);
	});

	it('do not wait for one whose connection is gone', async () => {
		const flood = await risen();
		expect(await flood.gather(update('a'), { ...answer(), destroyed: true })).toEqual([update('a')]);

		const breaking = answer();
		const carrier = flood.gather(update('b'), breaking);
		const other = flood.gather(update('c'), answer());
		breaking.emit('close');
		expect(await other).toBe(false);
		expect(await carrier).toEqual([update('b'), update('c')]);

		const next = flood.gather(update('d'), answer());
		await jest.advanceTimersByTimeAsync(1000);
		expect(await next).toEqual([update('d')]);
	});

	it('fill several executions', async () => {
		const flood = await risen();
		const answers = Array.from({ length: 250 }, answer);
		const all = answers.map(async (each, index) => await flood.gather(update(`${index}`), each));
		await jest.advanceTimersByTimeAsync(1000);
		for (const each of answers) each.emit('finish');
		const shared = (await Promise.all(all)).filter(Array.isArray);
		expect(shared.map(({ length }) => length)).toEqual([100, 100, 50]);
	});

	it('that come slowly wait for as many as shared the last execution, but for a second at most', async () => {
		const flood = await risen();
		/** One every 150 milliseconds, until the first has been answered; resolves with when, and with how many. */
		const trickle = async (count: number) => {
			const start = performance.now();
			const first = answer();
			let shared: unknown[] = [];
			let waited = 0;
			const gather = async (name: string, each: ReturnType<typeof answer>) => {
				const result = await flood.gather(update(name), each);
				if (!Array.isArray(result)) return;
				shared = result;
				waited = performance.now() - start;
				first.emit('finish');
			};
			for (let index = 0; index < count; index++) {
				void gather(`${index}`, index === 0 ? first : answer());
				await jest.advanceTimersByTimeAsync(150);
			}
			await jest.advanceTimersByTimeAsync(1000);
			return { shared: shared.length, waited };
		};
		const together = ['a', 'b', 'c', 'd'].map(async (name) => await flood.gather(update(name), answer()));
		await jest.advanceTimersByTimeAsync(200);
		expect(await together[0]).toHaveLength(4);

		expect(await trickle(4)).toEqual({ shared: 4, waited: 600 });
		expect(await trickle(2)).toEqual({ shared: 2, waited: 1000 });
	});

	it('are over after three seconds of rest', async () => {
		const flood = await risen();
		await jest.advanceTimersByTimeAsync(3000);
		expect(await flood.gather(update('a'), answer())).toEqual([update('a')]);
	});
});
