import fc from 'fast-check';

import { Recorder } from '../../../nodes/CompanyRadarTrigger/dedupe/recorder';
import { chances, execution, leaveNothingToChance, Row, settle } from './row';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Deliveries of one id each, all at once; resolves with how often each id passed. */
async function deliver(recorders: Recorder[], row: Row, ids: string[]): Promise<Map<string, number>> {
	const passed = new Map<string, number>();
	await settle(
		Promise.all(
			ids.map(async (id, index) => {
				const recorder = recorders[index % recorders.length] as Recorder;
				const fresh = await recorder.keepNew([id], execution(), row.store());
				for (const each of fresh) passed.set(each, (passed.get(each) ?? 0) + 1);
			}),
		),
	);
	return passed;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

describe('within a process', () => {
	it('a burst of 1,000 events, and then all of them again, passes each once with few writes', async () => {
		const row = new Row(() => 20);
		const recorders = [new Recorder()];
		const first = await deliver(recorders, row, numbered(1000));
		const second = await deliver(recorders, row, numbered(1000));
		expect([...first.values()].filter((times) => times === 1)).toHaveLength(1000);
		expect(second.size).toBe(0);
		expect(row.writes).toBeLessThanOrEqual(4);
	});

	it('the same event 20 times at once passes once', async () => {
		const passed = await deliver([new Recorder()], new Row(() => 20), Array(20).fill('u'));
		expect([...passed]).toEqual([['u', 1]]);
	});

	it('the same execution gets its updates again, and another does not', async () => {
		const recorder = new Recorder();
		const row = new Row(() => 1);
		const mine = execution();
		await settle(recorder.keepNew(['u'], mine, row.store()));
		expect(await settle(recorder.keepNew(['u'], mine, row.store()))).toEqual(new Set(['u']));
		expect(await settle(recorder.keepNew(['u'], execution(), row.store()))).toEqual(new Set());
	});

	it('executions with more updates than n8n can keep in mind get them all', async () => {
		const row = new Row(() => 1, 30);
		const recorder = new Recorder();
		const first = numbered(100);
		const second = first.map((id) => `${id} of another`);
		const work = [recorder.keepNew(first, execution(), row.store())];
		await jest.advanceTimersByTimeAsync(100);
		work.push(recorder.keepNew(second, execution(), row.store()));
		expect(await settle(Promise.all(work))).toEqual([new Set(first), new Set(second)]);
	});

	it('an error of the store is retried; after three the updates pass, and are known here all the same', async () => {
		const row = new Row(() => 1);
		const recorder = new Recorder();
		row.failures = 2;
		expect(await settle(recorder.keepNew(['a'], execution(), row.store()))).toEqual(new Set(['a']));
		expect(row.ids).toContain('a');
		row.failures = 3;
		expect(await settle(recorder.keepNew(['b'], execution(), row.store()))).toEqual(new Set(['b']));
		expect(await settle(recorder.keepNew(['b'], execution(), row.store()))).toEqual(new Set());
	});

	it('what passed while the store failed is written down when it works again', async () => {
		const row = new Row(() => 1);
		row.failures = 6;
		await settle(new Recorder().keepNew(['u'], execution(), row.store()));
		await jest.advanceTimersByTimeAsync(3000);
		expect(await settle(new Recorder().keepNew(['u'], execution(), row.store()))).toEqual(new Set());
	});
});

describe('a store that fails after it has written', () => {
	it('loses nothing', async () => {
		const row = new Row(() => 1);
		const store = row.store();
		let fails = 1;
		const record = async (ids: string[]) => {
			const fresh = await store.record(ids);
			if (fails-- > 0) throw new Error('connection lost');
			return fresh;
		};
		expect(await settle(new Recorder().keepNew(['u'], execution(), { ...store, record }))).toEqual(
			new Set(['u']),
		);
	});
});

describe('between processes', () => {
	it('an update that another process recorded earlier does not pass', async () => {
		const row = new Row(() => 5);
		await deliver([new Recorder()], row, ['u']);
		expect((await deliver([new Recorder()], row, ['u'])).size).toBe(0);
	});

	it('an update passes once where two claim it at once, and a third overwrites them half a second late', async () => {
		leaveNothingToChance([0]);
		const latencies = [10, 20, 500];
		const row = new Row(() => latencies.shift() ?? 1);
		const want = async (id: string) => await new Recorder().keepNew([id], execution(), row.store());
		const work = [want('u'), want('u')];
		await jest.advanceTimersByTimeAsync(15);
		work.push(want('v'));
		const passed = await settle(Promise.all(work));
		expect(passed.flatMap((fresh) => [...fresh]).sort()).toEqual(['u', 'v']);
	});

	it('processes get all their updates that push each other out of what n8n can keep in mind', async () => {
		const row = new Row(() => 5, 100);
		const all = ['a', 'b'].map((process) => numbered(100).map((id) => `${process} ${id}`));
		const work: Array<Promise<Set<string>>> = [];
		for (const ids of all) {
			work.push(new Recorder().keepNew(ids, execution(), row.store()));
			await jest.advanceTimersByTimeAsync(250);
		}
		expect(await settle(Promise.all(work))).toEqual(all.map((ids) => new Set(ids)));
	});

	/** Executions one after the other, 50 in a second, and how many calls of the store they take. */
	const stream = async (updatesEach: number) => {
		leaveNothingToChance([0]);
		const row = new Row(() => 5);
		const recorder = new Recorder();
		const waits: number[] = [];
		const asked: Array<Promise<void>> = [];
		for (const id of numbered(200)) {
			const start = performance.now();
			const ids = numbered(updatesEach).map((each) => `${id} ${each}`);
			const wish = { ...execution(), isShared: updatesEach > 1 };
			const fresh = recorder.keepNew(ids, wish, row.store());
			asked.push(fresh.then(() => void waits.push(performance.now() - start)));
			await jest.advanceTimersByTimeAsync(20);
		}
		await settle(Promise.all(asked));
		return { writes: row.writes, longest: Math.max(...waits) };
	};

	it.each([
		['single updates, two claims a second', 1, { writes: 20, longest: 1100 }],
		['updates of a flood, one in four seconds', 2, { writes: 8, longest: 12_100 }],
	])('executions that come one by one share calls: %s at most', async (_, updatesEach, most) => {
		const { writes, longest } = await stream(updatesEach);
		expect(writes).toBeLessThanOrEqual(most.writes);
		expect(longest).toBeLessThan(most.longest);
	});

	/** Runs random deliveries to processes that each take up to `slowest` ms from reading n8n's row to writing it. */
	const race = async (slowest: number, judge: (passed: Map<string, number>, ids: string[]) => void) =>
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 4 }),
				fc.array(fc.integer({ min: 1, max: slowest }), { minLength: 20, maxLength: 20 }),
				fc.array(
					fc.record({
						wait: fc.integer({ min: 0, max: 400 }),
						ids: fc.array(fc.integer({ min: 0, max: 15 })),
					}),
					{ minLength: 1, maxLength: 12 },
				),
				chances,
				async (processes, latencies, deliveries, values) => {
					leaveNothingToChance(values);
					let call = 0;
					const row = new Row(() => latencies[call++ % latencies.length] ?? 1);
					const recorders = Array.from({ length: processes }, () => new Recorder());
					const passed = new Map<string, number>();
					const work: Array<Promise<void>> = [];
					for (const [index, { wait, ids }] of deliveries.entries()) {
						const recorder = recorders[index % processes] as Recorder;
						const unique = [...new Set(ids)].map((id) => `u${id}`);
						const wish = { ...execution(), isShared: unique.length > 1 };
						work.push(
							recorder.keepNew(unique, wish, row.store()).then((fresh) => {
								for (const id of fresh) passed.set(id, (passed.get(id) ?? 0) + 1);
							}),
						);
						await jest.advanceTimersByTimeAsync(wait);
					}
					await settle(Promise.all(work));
					judge(passed, [...new Set(deliveries.flatMap(({ ids }) => ids.map((id) => `u${id}`)))]);
				},
			),
			{ numRuns: Math.min(Number(process.env.FUZZ_RUNS ?? 300), 3000) },
		);

	it('each update passes once however up to four of them race, as long as a call takes up to 125 ms', async () => {
		await race(125, (passed, ids) => expect(passed).toEqual(new Map(ids.map((id) => [id, 1]))));
	}, 600_000);

	it('none is lost however long a call takes', async () => {
		await race(1200, (passed, ids) => expect(new Set(passed.keys())).toEqual(new Set(ids)));
	}, 600_000);
});
