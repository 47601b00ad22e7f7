import fc from 'fast-check';

import { Recorder, type Store } from '../../../nodes/CompanyRadarTrigger/dedupe/recorder';

/** n8n's row: read, changed and written without a lock, in so many milliseconds. */
class Row {
	ids: string[] = [];

	writes = 0;

	failures = 0;

	constructor(private readonly latency: () => number) {}

	store(): Store {
		return {
			record: async (ids) => {
				if (this.failures > 0) {
					this.failures--;
					throw new Error('locked');
				}
				const row = [...this.ids];
				await new Promise((resolve) => setTimeout(resolve, this.latency()));
				const fresh = ids.filter((id) => !row.includes(id));
				this.ids = [...row, ...fresh].slice(-5000);
				this.writes++;
				return new Set(fresh);
			},
		};
	}
}

let executions = 0;
const execution = () => ({ owner: `execution ${executions++}` });

/** Lets everything run to its end, in simulated time. */
async function settle<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(50);
	return await work;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

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
		expect(await settle(new Recorder().keepNew(['u'], execution(), { record }))).toEqual(new Set(['u']));
	});
});

describe('an execution that crashed, and is retried in a new process', () => {
	const retryOf = (wish: { owner: string }) => ({ ...wish, isRetry: true });

	it('gets the updates that it had recorded, also after they came again meanwhile', async () => {
		const row = new Row(() => 1);
		const crashed = execution();
		await settle(new Recorder().keepNew(['u'], crashed, row.store()));
		const recorder = new Recorder();
		expect(await settle(recorder.keepNew(['u'], execution(), row.store()))).toEqual(new Set());
		expect(await settle(recorder.keepNew(['u'], retryOf(crashed), row.store()))).toEqual(new Set(['u']));
	});

	it('gets what nobody has recorded', async () => {
		const row = new Row(() => 1);
		expect(await settle(new Recorder().keepNew(['u'], retryOf(execution()), row.store()))).toEqual(
			new Set(['u']),
		);
	});

	it('does not get what another execution got, whose process is gone or not', async () => {
		const row = new Row(() => 1);
		const other = new Recorder();
		await settle(other.keepNew(['u'], execution(), row.store()));
		for (const recorder of [other, new Recorder()])
			expect(await settle(recorder.keepNew(['u'], retryOf(execution()), row.store()))).toEqual(new Set());
	});

	it('gets its own while others that want it are retried, or come again, in the same moment', async () => {
		const row = new Row(() => 1);
		const crashed = execution();
		await settle(new Recorder().keepNew(['u'], crashed, row.store()));
		const recorder = new Recorder();
		const wishes = [execution(), retryOf(execution()), retryOf(crashed), retryOf(execution()), execution()];
		const passed = await settle(
			Promise.all(wishes.map(async (wish) => await recorder.keepNew(['u'], wish, row.store()))),
		);
		expect(passed.map((fresh) => fresh.has('u'))).toEqual([false, false, true, false, false]);
	});

	it('gets its own where it crashed before it looked at its claim', async () => {
		const row = new Row(() => 1);
		const crashed = execution();
		void new Recorder().keepNew(['u'], crashed, row.store());
		await jest.advanceTimersByTimeAsync(10);
		expect(row.ids).toContain('u');
		expect(await settle(new Recorder().keepNew(['u'], retryOf(crashed), row.store()))).toEqual(
			new Set(['u']),
		);
	});

	it('gives each update to one execution, however many had it when n8n crashed and are retried', async () => {
		const visit = fc.record({ id: fc.integer({ min: 0, max: 3 }), wait: fc.integer({ min: 0, max: 300 }) });
		const retry = fc.record({ turn: fc.nat(), wait: fc.integer({ min: 0, max: 300 }) });
		const before = fc.record({ visit, isSaved: fc.boolean(), retry });
		await fc.assert(
			fc.asyncProperty(
				fc.array(before, { minLength: 1, maxLength: 10 }),
				fc.integer({ min: 0, max: 1500 }),
				fc.array(visit, { maxLength: 5 }),
				async (executions, rest, redeliveries) => {
					const row = new Row(() => 20);
					const passed: string[] = [];
					const unsaved: Array<{ id: string; wish: { owner: string }; turn: number; wait: number }> = [];
					const first = new Recorder();
					let isAlive = true;
					const never = new Promise<never>(() => {});
					const dying: Store = {
						record: async (ids) => (isAlive ? await row.store().record(ids) : await never),
					};
					for (const { visit, isSaved, retry } of executions) {
						const id = `u${visit.id}`;
						const wish = execution();
						const crashed = { id, wish: retryOf(wish), ...retry };
						unsaved.push(crashed);
						void first.keepNew([id], wish, dying).then((fresh) => {
							if (!isAlive || !isSaved) return;
							passed.push(...fresh);
							unsaved.splice(unsaved.indexOf(crashed), 1);
						});
						await jest.advanceTimersByTimeAsync(visit.wait);
					}
					await jest.advanceTimersByTimeAsync(rest);
					isAlive = false;
					await jest.advanceTimersByTimeAsync(2000);

					unsaved.sort((a, b) => a.turn - b.turn);
					const second = new Recorder();
					const work: Array<Promise<void>> = [];
					const again = redeliveries.map(({ id, wait }) => ({ id: `u${id}`, wish: execution(), wait }));
					for (const { id, wish, wait } of [...unsaved, ...again]) {
						work.push(second.keepNew([id], wish, row.store()).then((fresh) => void passed.push(...fresh)));
						await jest.advanceTimersByTimeAsync(wait);
					}
					await settle(Promise.all(work));
					const all = [...executions.map(({ visit }) => visit.id), ...redeliveries.map(({ id }) => id)];
					expect(passed.sort()).toEqual([...new Set(all)].sort().map((id) => `u${id}`));
				},
			),
			{ numRuns: Math.min(Number(process.env.FUZZ_RUNS ?? 300), 3000) },
		);
	}, 600_000);
});

describe('between processes', () => {
	it('an update that another process recorded earlier does not pass', async () => {
		const row = new Row(() => 5);
		await deliver([new Recorder()], row, ['u']);
		expect((await deliver([new Recorder()], row, ['u'])).size).toBe(0);
	});

	/** Executions one after the other, 50 in a second, and how many calls of the store they take. */
	const stream = async (updatesEach: number) => {
		const row = new Row(() => 5);
		const recorder = new Recorder();
		const waits: number[] = [];
		const asked: Array<Promise<void>> = [];
		for (const id of numbered(200)) {
			const start = performance.now();
			const ids = numbered(updatesEach).map((each) => `${id} ${each}`);
			const fresh = recorder.keepNew(ids, execution(), row.store());
			asked.push(fresh.then(() => void waits.push(performance.now() - start)));
			await jest.advanceTimersByTimeAsync(20);
		}
		await settle(Promise.all(asked));
		return { writes: row.writes, longest: Math.max(...waits) };
	};

	it.each([
		['single updates, two a second', 1, { writes: 10, longest: 1100 }],
		['updates of a flood, one a second', 2, { writes: 7, longest: 2100 }],
	])('executions that come one by one share calls: %s at most', async (_, updatesEach, most) => {
		const { writes, longest } = await stream(updatesEach);
		expect(writes).toBeLessThanOrEqual(most.writes);
		expect(longest).toBeLessThan(most.longest);
	});

	it('each update passes once however up to four of them race, as long as a call takes up to 125 ms', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 4 }),
				fc.array(fc.integer({ min: 1, max: 125 }), { minLength: 20, maxLength: 20 }),
				fc.array(
					fc.record({
						wait: fc.integer({ min: 0, max: 400 }),
						ids: fc.array(fc.integer({ min: 0, max: 15 })),
					}),
					{ minLength: 1, maxLength: 12 },
				),
				async (processes, latencies, deliveries) => {
					let call = 0;
					const row = new Row(() => latencies[call++ % latencies.length] ?? 1);
					const recorders = Array.from({ length: processes }, () => new Recorder());
					const passed = new Map<string, number>();
					const work: Array<Promise<void>> = [];
					for (const [index, { wait, ids }] of deliveries.entries()) {
						const recorder = recorders[index % processes] as Recorder;
						const unique = [...new Set(ids)].map((id) => `u${id}`);
						work.push(
							recorder.keepNew(unique, execution(), row.store()).then((fresh) => {
								for (const id of fresh) passed.set(id, (passed.get(id) ?? 0) + 1);
							}),
						);
						await jest.advanceTimersByTimeAsync(wait);
					}
					await settle(Promise.all(work));
					const all = new Set(deliveries.flatMap(({ ids }) => ids.map((id) => `u${id}`)));
					expect(passed).toEqual(new Map([...all].map((id) => [id, 1])));
				},
			),
			{ numRuns: Math.min(Number(process.env.FUZZ_RUNS ?? 300), 3000) },
		);
	}, 600_000);
});
