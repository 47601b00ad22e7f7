import fc from 'fast-check';

import type { Wish } from '../../../nodes/CompanyRadarTrigger/dedupe/ownership';
import { Recorder, type Store } from '../../../nodes/CompanyRadarTrigger/dedupe/recorder';
import { chances, execution, leaveNothingToChance, Row, settle } from './row';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const retryOf = (wish: Wish): Wish => ({ ...wish, isRetry: true });

describe('an execution that crashed, and is retried in a new process', () => {
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

	it('does not get what another execution got, also after another process has overwritten who did', async () => {
		const row = new Row(() => 1);
		await settle(new Recorder().keepNew(['u'], execution(), row.store()));
		row.ids = ['u'];
		await jest.advanceTimersByTimeAsync(1000);
		expect(await settle(new Recorder().keepNew(['u'], retryOf(execution()), row.store()))).toEqual(new Set());
	});

	it('gets its own where it was stopped, and is retried at once', async () => {
		const row = new Row(() => 1);
		const recorder = new Recorder();
		const stopped = execution();
		void recorder.keepNew(['u'], stopped, row.store());
		await jest.advanceTimersByTimeAsync(10);
		expect(await settle(recorder.keepNew(['u'], retryOf(stopped), row.store()))).toEqual(new Set(['u']));
	});

	it('gets its own where it was stopped while it waited, and is retried, and once more', async () => {
		const row = new Row(() => 100);
		const recorder = new Recorder();
		const stopped = execution();
		void recorder.keepNew(['v'], execution(), row.store());
		await jest.advanceTimersByTimeAsync(10);
		void recorder.keepNew(['u'], stopped, row.store());
		void recorder.keepNew(['u'], retryOf(stopped), row.store());
		expect(await settle(recorder.keepNew(['u'], retryOf(stopped), row.store()))).toEqual(new Set(['u']));
	});

	it('does not get what another process is about to own', async () => {
		const row = new Row(() => 20);
		const work = [new Recorder().keepNew(['u'], execution(), row.store())];
		await jest.advanceTimersByTimeAsync(200);
		work.push(new Recorder().keepNew(['u'], retryOf(execution()), row.store()));
		expect(await settle(Promise.all(work))).toEqual([new Set(['u']), new Set()]);
	});

	it('does not get what another one got either if it crashes once more, and n8n forgot badly', async () => {
		const row = new Row(() => 20);
		await settle(new Recorder().keepNew(['u'], execution(), row.store()));
		await jest.advanceTimersByTimeAsync(1000);
		const retry = retryOf(execution());
		const asked = new Recorder().keepNew(['u'], retry, row.store());
		await jest.advanceTimersByTimeAsync(10);
		row.failures = 1;
		expect(await settle(asked)).toEqual(new Set());
		expect(row.failures).toBe(0);
		expect(await settle(new Recorder().keepNew(['u'], retry, row.store()))).toEqual(new Set());
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
});

interface Execution {
	ids: string[];
	wish: Wish;
}

type Run = (execution: Execution, isSaved: boolean) => Promise<void>;

/** n8n, killed and started again and again. */
class Lives {
	/** What executions handed on that n8n has saved. */
	readonly passed: string[] = [];

	private readonly crashed: Execution[] = [];

	private readonly row = new Row(() => 20);

	constructor(private readonly processes: number) {}

	/** From a start to the kill; `during` runs executions. */
	async live(during: (run: Run) => Promise<void>): Promise<void> {
		const recorders = Array.from({ length: this.processes }, () => new Recorder());
		let started = 0;
		const underWay = new Set<Execution>();
		let isAlive = true;
		const row = this.row.store();
		// `forget` works after the kill too: a retry that is killed before it would own what it only asked for.
		const store: Store = {
			...row,
			record: async (ids) => await (isAlive ? row.record(ids) : new Promise<never>(() => {})),
		};
		await during(async (execution, isSaved) => {
			underWay.add(execution);
			const recorder = recorders[started++ % this.processes] as Recorder;
			const fresh = await recorder.keepNew(execution.ids, execution.wish, store);
			if (!isAlive || !isSaved) return;
			this.passed.push(...fresh);
			underWay.delete(execution);
		});
		isAlive = false;
		this.crashed.push(...underWay);
		await jest.advanceTimersByTimeAsync(2000);
	}

	/** What Retry runs: one of the crashed executions, each only once until it crashes again. */
	retry(turn: number): Execution | undefined {
		const [next] = this.crashed.splice(turn % Math.max(1, this.crashed.length), 1);
		return next && { ids: next.ids, wish: retryOf(next.wish) };
	}
}

describe('n8n that is killed again and again', () => {
	const wait = fc.integer({ min: 0, max: 300 });
	const ids = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 });
	const life = fc.record({
		visits: fc.array(fc.record({ ids, wait, isSaved: fc.boolean() }), { maxLength: 6 }),
		retries: fc.array(fc.record({ turn: fc.nat(), wait, isSaved: fc.boolean() }), { maxLength: 3 }),
		rest: fc.integer({ min: 0, max: 1500 }),
	});

	/** Runs random lives, and then retries what is left; `judge` sees what was handed on, and what should have been. */
	const check = async (processes: number, judge: (passed: string[], expected: string[]) => void) =>
		await fc.assert(
			fc.asyncProperty(
				fc.array(life, { minLength: 1, maxLength: 3 }),
				fc.array(fc.record({ turn: fc.nat(), wait }), { minLength: 30, maxLength: 30 }),
				chances,
				async (lives, last, values) => {
					leaveNothingToChance(values);
					const n8n = new Lives(processes);
					for (const { visits, retries, rest } of lives) {
						await n8n.live(async (run) => {
							for (const { turn, wait, isSaved } of retries) {
								const crashed = n8n.retry(turn);
								if (crashed) void run(crashed, isSaved);
								await jest.advanceTimersByTimeAsync(wait);
							}
							for (const { ids, wait, isSaved } of visits) {
								const wish = { ...execution(), isShared: ids.length > 1 };
								void run({ ids: ids.map((id) => `u${id}`), wish }, isSaved);
								await jest.advanceTimersByTimeAsync(wait);
							}
							await jest.advanceTimersByTimeAsync(rest);
						});
					}
					await n8n.live(async (run) => {
						const work: Array<Promise<void>> = [];
						for (const { turn, wait } of last) {
							const crashed = n8n.retry(turn);
							if (crashed) work.push(run(crashed, true));
							await jest.advanceTimersByTimeAsync(wait);
						}
						await settle(Promise.all(work));
					});
					const all = new Set(lives.flatMap(({ visits }) => visits.flatMap(({ ids }) => ids)));
					judge(
						n8n.passed.sort(),
						[...all].sort().map((id) => `u${id}`),
					);
				},
			),
			{ numRuns: Math.min(Number(process.env.FUZZ_RUNS ?? 300), 3000) },
		);

	it('gives each update to one execution, however many had it, and whenever these are retried', async () => {
		await check(1, (passed, expected) => expect(passed).toEqual(expected));
	}, 600_000);

	it('loses nothing in three processes either, which write at the same time', async () => {
		await check(3, (passed, expected) => expect([...new Set(passed)]).toEqual(expected));
	}, 600_000);
});
