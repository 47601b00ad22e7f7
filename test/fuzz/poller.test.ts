import fc from 'fast-check';

import {
	FakeHost,
	FakeService,
	MINUTE,
	type ServiceTraits,
	type Trouble,
	type WrongClock,
} from './pollerWorld';

const RUNS = Math.min(Number(process.env.FUZZ_RUNS ?? 300), 10_000);
const REMEMBERED = 80;

type Step =
	| { do: 'arrive'; count: number; minutesAgo: number; apartMs: number }
	| { do: 'push'; count: number }
	| { do: 'wait'; minutes: number }
	| { do: 'takeOver' }
	| { do: 'setClock'; ahead: number }
	| { do: 'poll'; trouble: Trouble };

const traits = (pageSize: fc.Arbitrary<number>): fc.Arbitrary<ServiceTraits> =>
	fc.record({
		order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
		pageSize,
		cursorsExpire: fc.boolean(),
		emptyPages: fc.boolean(),
	});

const SMALL_PAGES = fc.integer({ min: 1, max: 12 });
const LARGE_PAGES = fc.constantFrom(50, 500);
const ANY_PAGES = fc.oneof(SMALL_PAGES, LARGE_PAGES);

const arrivals = (
	most: number,
	minutesAgo: fc.Arbitrary<number>,
	apartMs = fc.constantFrom(0, 0, 1, 1000),
): fc.Arbitrary<Step> =>
	fc.record({
		do: fc.constant('arrive' as const),
		count: fc.integer({ min: 1, max: most }),
		minutesAgo,
		apartMs,
	});

const LATE = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14 }));
const wait = fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) });
const takeOver: fc.Arbitrary<Step> = fc.constant({ do: 'takeOver' });
const push = fc.record({ do: fc.constant('push' as const), count: fc.integer({ min: 1, max: 20 }) });
const polls = (...troubles: Trouble[]) =>
	fc.record({ do: fc.constant('poll' as const), trouble: fc.constantFrom(...troubles) });
const HICCUPS = polls('none', 'none', 'fetchFails', 'writeFails', 'triggerFails');
/** With a crash and more updates than are remembered after it, these repeat what ran late or was not saved. */
const SLIPS = polls('saveFails', 'runsLate');
/** What was passed on behind them is passed on again. */
const KILLS = polls('killedBeforeSave', 'killedBeforeStart', 'killedAfterRun', 'cancelledLate');

const history = (...steps: Array<fc.Arbitrary<Step>>) =>
	fc.array(fc.oneof(...steps, wait, HICCUPS, HICCUPS), { minLength: 1, maxLength: 40 });

const starts = fc.constantFrom('now' as const, 'date' as const, 'everything' as const);

function take(service: FakeService, step: Step): void {
	if (step.do !== 'arrive') return;
	for (let left = step.count; left > 0; left--) {
		const ago = Math.min(step.minutesAgo * MINUTE, service.now - service.lateSince);
		service.arrive(1, Math.max(0, ago - left * step.apartMs));
	}
}

/** Plays a history, then polls in peace until nothing moves any more. */
async function play(service: FakeService, host: FakeHost, steps: Step[]): Promise<void> {
	for (const step of steps) {
		take(service, step);
		if (step.do === 'push') {
			const { length } = service.updates;
			service.arrive(step.count, 0);
			host.push(service.updates.slice(length).map(({ id }) => id));
			// n8n polls more often than as many updates come as it remembers.
			service.now += 1.5 * MINUTE;
			await host.poll();
		}
		if (step.do === 'wait') {
			// What is silent for 10 minutes has arrived where a worker runs executions.
			if (step.minutes > 4) await host.runLate();
			service.now += step.minutes * MINUTE;
		}
		if (step.do === 'setClock') {
			// What was found before and is listed after may be lost where the service's clock is ahead (docs/reliability.md, Limits).
			service.lateSince = service.now;
			service.setClock(step.ahead);
		}
		if (step.do === 'takeOver') host.takeOver();
		if (step.do === 'poll') await host.poll(step.trouble);
		service.now += 1;
	}
	await host.runLate();
	for (let idle = 0, left = 600; left > 0; left--) {
		service.now += MINUTE;
		await host.poll();
		idle = host.isIdle ? idle + 1 : 0;
		if (idle > 3) return;
	}
	throw new Error('The poller did not come to rest');
}

interface World {
	service: ServiceTraits;
	kind: 'now' | 'date' | 'everything';
	before: Step[];
	steps: Step[];
	queueMode: boolean;
	/** The clock that is wrong, and how far it is ahead at first. */
	wrong?: { clock: WrongClock; ahead: number };
	/** A poll can read no more pages. */
	maxRequests?: number;
}

const worldOf = (
	before: fc.Arbitrary<Step>,
	steps: fc.Arbitrary<Step[]>,
	pageSize = ANY_PAGES,
): fc.Arbitrary<World> =>
	fc.record({
		service: traits(pageSize),
		kind: starts,
		before: fc.array(before, { maxLength: 3 }),
		steps,
		queueMode: fc.boolean(),
	});

async function check(
	{ service: given, kind, before, steps, queueMode, wrong, maxRequests }: World,
	minAgeMs = 0,
) {
	const service = new FakeService(given, wrong?.clock);
	if (wrong) service.setClock(wrong.ahead);
	for (const step of before) take(service, step);
	const listed = service.updates.length;
	service.now += 1;
	const publishedAt = service.now;
	const startsAt = { now: 'now' as const, date: publishedAt - 24 * 60 * MINUTE, everything: 0 }[kind];
	const host = new FakeHost(service, {
		startsAt,
		queueMode,
		remembered: REMEMBERED,
		minAgeMs,
		maxRequests,
	});
	await host.poll();
	service.now += 1;
	await play(service, host, steps);

	const miscounted = service.updates.filter(({ id, foundAt }, index) => {
		const count = host.outputs.get(id) ?? 0;
		if (kind !== 'now') return count !== 1;
		if (index < listed) return count !== 0;
		// Found before, listed after: may come where there is not too much of it.
		return foundAt < publishedAt ? count > 1 : count !== 1;
	});
	expect(miscounted.map(({ id }) => `${id} × ${host.outputs.get(id) ?? 0}`)).toEqual([]);
	expect(host.largestState).toBeLessThan(48 * 1024);

	// A clock that is wrong may cost requests.
	if (wrong) return;
	// Once nothing is younger than 15 minutes, a poll is one request.
	service.now += 16 * MINUTE;
	await host.poll();
	const { executions } = host;
	await host.poll();
	const isEndReachable = given.order === 'newest-first' || !given.cursorsExpire;
	const showsOrder = new Set(service.updates.map(({ time }) => time)).size > 1;
	if (isEndReachable && showsOrder) expect(host.lastRequests).toBeLessThanOrEqual(given.emptyPages ? 2 : 1);
	expect(host.executions).toBe(executions);
}

const FEW_OLD = arrivals(10, fc.integer({ min: 0, max: 600 }));
const MANY_OLD = arrivals(REMEMBERED * 2, fc.integer({ min: 0, max: 600 }));
const FEW = arrivals(4, LATE);
const FLOOD = arrivals(REMEMBERED * 2, LATE);
const LONG = arrivals(REMEMBERED * 2, fc.integer({ min: 3, max: 14 }), fc.constantFrom(1, 1000));
const BURST = arrivals(REMEMBERED / 2, fc.constant(0));

/** Leaves out what exceeds the updates that are remembered: docs/reliability.md names the limit. */
function withinMemory<W extends Pick<World, 'before' | 'steps'>>(world: W): W {
	let left = REMEMBERED;
	const fits = (step: Step) => step.do !== 'arrive' || (left -= step.count) >= 0;
	return { ...world, before: world.before.filter(fits), steps: world.steps.filter(fits) };
}

describe('the poller hands every update to the workflow exactly once', () => {
	jest.setTimeout(1_200_000);

	it.each<[string, fc.Arbitrary<World>, number]>([
		['that comes up to 15 minutes late', worldOf(FEW_OLD, history(FEW, takeOver, KILLS, SLIPS)), RUNS],
		['of a flood, whatever the pages', worldOf(MANY_OLD, history(FLOOD, SLIPS)), RUNS / 4],
		[
			'of a burst between crashes, up to as many as are remembered',
			worldOf(FEW_OLD, history(BURST, FEW, takeOver, KILLS), LARGE_PAGES).map(withinMemory),
			RUNS / 4,
		],
	])('%s', async (_, worlds, runs) => {
		const property = fc.asyncProperty(worlds, async (world) => {
			await check(world);
		});
		await fc.assert(property, { numRuns: Math.ceil(runs) });
	});

	it('of a flood that no poll can read at once', async () => {
		// Cursors must last, and no poll gets past more pages of one time than it can read.
		const worlds = worldOf(LONG, history(LONG)).map((world) => ({
			...world,
			service: { ...world.service, cursorsExpire: false },
			maxRequests: 24,
		}));
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				await check(world);
			}),
			{ numRuns: Math.ceil(RUNS / 4) },
		);
	});

	it('that a webhook brings, or fails to', async () => {
		const worlds = worldOf(FEW_OLD, history(FEW, push, push, takeOver, KILLS, SLIPS));
		const property = fc.asyncProperty(worlds, async (world) => {
			await check({ ...world, queueMode: false }, MINUTE);
		});
		await fc.assert(property, { numRuns: Math.ceil(RUNS / 4) });
	});

	describe('whatever a clock shows', () => {
		const HOUR = 60 * MINUTE;
		const AHEAD = fc.constantFrom(0, 2 * HOUR, 48 * HOUR);
		const ANY = fc.integer({ min: -20 * HOUR, max: 48 * HOUR });
		const worlds = (clock: WrongClock, ahead: fc.Arbitrary<number>, late: fc.Arbitrary<number>) => {
			const setClock = fc.record({ do: fc.constant('setClock' as const), ahead });
			const steps = history(arrivals(4, late), setClock, setClock, takeOver, KILLS, polls('down'));
			return fc
				.record({
					world: worldOf(FEW_OLD, steps, LARGE_PAGES),
					ahead,
					kind: fc.constantFrom('now' as const, 'everything' as const),
				})
				.map(({ world, ahead: first, kind }) => ({
					...withinMemory(world),
					kind,
					wrong: { clock, ahead: first },
				}));
		};
		/** A clock that isn't set back. */
		const everLater = (world: World): World => {
			let last = world.wrong?.ahead ?? 0;
			const steps = world.steps.map((step) =>
				step.do === 'setClock' ? { ...step, ahead: (last = Math.max(last, step.ahead)) } : step,
			);
			return { ...world, steps };
		};
		const PROMPT = fc.constant(0);

		it.each<[string, fc.Arbitrary<World>, number]>([
			['responses that are ahead', worlds('responses', AHEAD, PROMPT), 0],
			['responses that are ahead, with webhooks', worlds('responses', AHEAD, PROMPT), MINUTE],
			['a service that is ahead', worlds('service', AHEAD, PROMPT).map(everLater), 0],
			["n8n's", worlds('computer', ANY, LATE), 0],
			["n8n's, with webhooks", worlds('computer', ANY, LATE), MINUTE],
		])('%s', async (_, world, minAgeMs) => {
			const property = fc.asyncProperty(world, async (given) => {
				await check({ ...given, queueMode: given.queueMode && minAgeMs === 0 }, minAgeMs);
			});
			await fc.assert(property, { numRuns: Math.ceil(RUNS / 2) });
		});
	});
});
