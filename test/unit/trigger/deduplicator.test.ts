import fc from 'fast-check';

import { Deduplicator, type DeliveredIds } from '../../../nodes/CompanyRadarTrigger/deduplicator';
import type { Store } from '../../../nodes/shared/host/host';
import { settle, SharedRow } from './sharedStore';

/** With the timers of this file, which Jest replaces; n8n's own are outside (test/shareLibrary.js). */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let deliveries = 0;

const request = (ids: string[], store: Store, more: Partial<DeliveredIds> = {}): DeliveredIds => ({
	ids,
	deliveryId: `delivery ${deliveries++}`,
	store,
	isCrossProcess: false,
	...more,
});

const passedBy = async (deduplicator: Deduplicator, each: DeliveredIds): Promise<string[]> => [
	...(await settle(deduplicator.filterNew(each))),
];

it('an update that is released while another one is denied can come again after a restart', async () => {
	const row = new SharedRow();
	await passedBy(new Deduplicator(), request(['u'], row.store()));
	const deduplicator = new Deduplicator();
	const stopped = request(['v'], row.store());
	await passedBy(deduplicator, stopped);
	const released = deduplicator.takeBack(stopped);
	expect(await passedBy(deduplicator, request(['u'], row.store()))).toEqual([]);
	await settle(released);
	expect(await passedBy(new Deduplicator(), request(['v'], row.store()))).toEqual(['v']);
});

it('deliveries that are denied after a restart push nothing out of the memory', async () => {
	const row = new SharedRow(() => 1, 4);
	await passedBy(new Deduplicator(), request(['u', 'v'], row.store()));
	for (let restarts = 0; restarts < 5; restarts++) {
		expect(await passedBy(new Deduplicator(), request(['u'], row.store()))).toEqual([]);
	}
});

describe('while the store fails', () => {
	it('two failures change nothing', async () => {
		const row = new SharedRow();
		row.failures = 2;
		expect(await passedBy(new Deduplicator(), request(['u'], row.store()))).toEqual(['u']);
		expect(row.entries).toContain('u');
	});

	it('an update that passed and was released can come again', async () => {
		const row = new SharedRow();
		const deduplicator = new Deduplicator();
		row.failures = 3;
		const stopped = request(['u'], row.store());
		expect(await passedBy(deduplicator, stopped)).toEqual(['u']);
		await settle(deduplicator.takeBack(stopped));
		await passedBy(deduplicator, request(['v'], row.store()));
		expect(row.entries).not.toContain('u');
		expect(await passedBy(deduplicator, request(['u'], row.store()))).toEqual(['u']);
	});

	it('an update that passed before a restart comes twice rather than never', async () => {
		const row = new SharedRow();
		await passedBy(new Deduplicator(), request(['u'], row.store()));
		const deduplicator = new Deduplicator();
		row.failures = 3;
		expect(await passedBy(deduplicator, request(['u', 'v'], row.store()))).toEqual(['u', 'v']);
		expect(await passedBy(deduplicator, request(['u', 'v'], row.store()))).toEqual([]);
	});

	it('a write that fails after it was written loses nothing', async () => {
		const store = new SharedRow().store();
		let failures = 1;
		const record = async (entries: string[]) => {
			const added = await store.record(entries);
			if (failures-- > 0) throw new Error('connection lost');
			return added;
		};
		expect(await passedBy(new Deduplicator(), request(['u'], { ...store, record }))).toEqual(['u']);
	});

	it('a call that never ends counts as a failure and blocks nothing', async () => {
		jest.useRealTimers();
		const hanging: Store = {
			record: async () => await new Promise<never>(() => {}),
			forget: async () => {},
		};
		const deduplicator = new Deduplicator(20);
		const [first, second] = await Promise.all([
			deduplicator.filterNew(request(['u'], hanging)),
			deduplicator.filterNew(request(['v'], hanging)),
		]);
		expect([first, second]).toEqual([new Set(['u']), new Set(['v'])]);
	});
});

describe('across processes', () => {
	it('an entry that another process overwrote is written again, and no execution waits for it', async () => {
		const row = new SharedRow(() => 20);
		const start = performance.now();
		await passedBy(new Deduplicator(), request(['u'], row.store(), { isCrossProcess: true }));
		expect(performance.now() - start).toBeLessThanOrEqual(50);
		row.entries = [];
		await jest.advanceTimersByTimeAsync(1000);
		expect(await passedBy(new Deduplicator(), request(['u'], row.store()))).toEqual([]);
	});

	it('stops after ten rewrites', async () => {
		const row = new SharedRow();
		const store = row.store();
		const record = async (entries: string[]) => {
			row.entries = [];
			return await store.record(entries);
		};
		await passedBy(new Deduplicator(), request(['u'], { ...store, record }, { isCrossProcess: true }));
		await jest.advanceTimersByTimeAsync(20_000);
		expect(row.writes).toBe(11);
	});
});

interface Execution {
	ids: string[];
	deliveryId: string;
}

/** The store of a killed process never answers, and real time, in which it would be given up, goes on after the test. */
const NEVER_MS = 2 ** 31 - 1;

/** n8n, killed and started again, with Retry pressed on each crashed execution. */
class History {
	/** Updates that left the trigger, in executions that n8n saved. */
	readonly passed: string[] = [];

	private readonly crashed: Execution[] = [];

	private readonly row: SharedRow;

	constructor(
		private readonly processCount: number,
		latency: () => number,
	) {
		this.row = new SharedRow(latency);
	}

	/** From a start to the kill. */
	async live(
		during: (run: (execution: Execution, isSaved: boolean) => void) => Promise<void>,
	): Promise<void> {
		const processes = Array.from({ length: this.processCount }, () => new Deduplicator(NEVER_MS));
		const underWay = new Set<Execution>();
		let isAlive = true;
		let started = 0;
		const store = this.row.store(() => isAlive);
		await during((execution, isSaved) => {
			underWay.add(execution);
			const process = processes[started++ % this.processCount] as Deduplicator;
			const isCrossProcess = this.processCount > 1;
			void process.filterNew(request(execution.ids, store, { ...execution, isCrossProcess })).then((ids) => {
				if (!isAlive || !isSaved) return;
				this.passed.push(...ids);
				underWay.delete(execution);
			});
		});
		isAlive = false;
		this.crashed.push(...underWay);
		await jest.advanceTimersByTimeAsync(1000);
	}

	/** A crashed execution to retry. */
	take(turn: number): Execution | undefined {
		return this.crashed.splice(turn % Math.max(1, this.crashed.length), 1)[0];
	}
}

describe('n8n that is killed again and again', () => {
	const wait = fc.integer({ min: 0, max: 300 });
	const ids = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 });
	const life = fc.record({
		arrivals: fc.array(fc.record({ ids, wait, isSaved: fc.boolean() }), { maxLength: 6 }),
		retries: fc.array(fc.record({ turn: fc.nat(), wait, isSaved: fc.boolean() }), { maxLength: 3 }),
		rest: fc.integer({ min: 0, max: 1500 }),
	});
	const latencies = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 10, maxLength: 10 });

	const check = async (processCount: number, judge: (passed: string[], expected: string[]) => void) =>
		await fc.assert(
			fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), latencies, async (lives, delays) => {
				let calls = 0;
				const history = new History(processCount, () => delays[calls++ % delays.length] ?? 1);
				for (const { arrivals, retries, rest } of lives) {
					await history.live(async (run) => {
						for (const { turn, wait, isSaved } of retries) {
							const crashed = history.take(turn);
							if (crashed) run(crashed, isSaved);
							await jest.advanceTimersByTimeAsync(wait);
						}
						for (const { ids, wait, isSaved } of arrivals) {
							run({ ids: ids.map((id) => `u${id}`), deliveryId: `arrival ${deliveries++}` }, isSaved);
							await jest.advanceTimersByTimeAsync(wait);
						}
						await jest.advanceTimersByTimeAsync(rest);
					});
				}
				await history.live(async (run) => {
					for (let crashed = history.take(0); crashed; crashed = history.take(0)) {
						run(crashed, true);
						await jest.advanceTimersByTimeAsync(5000);
					}
				});
				// What was killed gives up before the next history starts.
				await jest.runAllTimersAsync();
				const expected = new Set(lives.flatMap(({ arrivals }) => arrivals.flatMap((each) => each.ids)));
				judge(
					history.passed.sort(),
					[...expected].sort().map((id) => `u${id}`),
				);
			}),
			{ numRuns: Math.min(Number(process.env.FUZZ_RUNS ?? 300), 3000) },
		);

	it('passes each update once in one process, after Retry on what crashed', async () => {
		await check(1, (passed, expected) => expect(passed).toEqual(expected));
	});

	it('loses nothing in three processes that write at the same time', async () => {
		await check(3, (passed, expected) => expect([...new Set(passed)]).toEqual(expected));
	});
});
