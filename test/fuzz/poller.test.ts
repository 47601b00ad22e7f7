import fc from 'fast-check';

import { FakeHost, FakeService, MINUTE, type ServiceTraits, type Trouble } from './pollerWorld';

const RUNS = Math.min(Number(process.env.FUZZ_RUNS ?? 1000), 10_000);
const REMEMBERED = 80;

type Step =
	| { do: 'arrive'; count: number; minutesAgo: number; apartMs: number }
	| { do: 'push'; count: number }
	| { do: 'wait'; minutes: number }
	| { do: 'takeOver' }
	| { do: 'poll'; trouble: Trouble };

const traits: fc.Arbitrary<ServiceTraits> = fc.record({
	order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
	pageSize: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(50, 500)),
	cursorsExpire: fc.boolean(),
	emptyPages: fc.boolean(),
});

const arrivals = (most: number, minutesAgo: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
	fc.record({
		do: fc.constant('arrive' as const),
		count: fc.integer({ min: 1, max: most }),
		minutesAgo,
		apartMs: fc.constantFrom(0, 0, 1, 1000),
	});

const LATE = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14 }));
const wait = fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) });
const takeOver: fc.Arbitrary<Step> = fc.constant({ do: 'takeOver' });
const push = fc.record({ do: fc.constant('push' as const), count: fc.integer({ min: 1, max: 30 }) });
const polls = fc.record({
	do: fc.constant('poll' as const),
	trouble: fc.constantFrom<Trouble>(
		'none',
		'none',
		'none',
		'fetchFails',
		'writeFails',
		'saveFails',
		'triggerFails',
		'killedBeforeSave',
		'killedBeforeStart',
		'killedAfterRun',
	),
});

const history = (...steps: Array<fc.Arbitrary<Step>>) =>
	fc.array(fc.oneof(...steps, wait, takeOver, polls, polls, polls), { minLength: 1, maxLength: 40 });

const starts = fc.constantFrom('now' as const, 'date' as const, 'everything' as const);

function take(service: FakeService, step: Step): void {
	if (step.do !== 'arrive') return;
	for (let left = step.count; left > 0; left--) {
		service.arrive(1, Math.max(0, step.minutesAgo * MINUTE - left * step.apartMs));
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
		}
		if (step.do === 'wait') service.now += step.minutes * MINUTE;
		if (step.do === 'takeOver') host.takeOver();
		if (step.do === 'poll') await host.poll(step.trouble);
		service.now += 1;
	}
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
}

const worldOf = (before: fc.Arbitrary<Step>, steps: fc.Arbitrary<Step[]>): fc.Arbitrary<World> =>
	fc.record({
		service: traits,
		kind: starts,
		before: fc.array(before, { maxLength: 3 }),
		steps,
		queueMode: fc.boolean(),
	});

async function check({ service: given, kind, before, steps, queueMode }: World, minAgeMs = 0) {
	const service = new FakeService(given);
	for (const step of before) take(service, step);
	const listed = service.updates.length;
	service.now += 1;
	const startsAt = { now: 'now' as const, date: service.now - 24 * 60 * MINUTE, everything: null }[kind];
	const host = new FakeHost(service, { startsAt, queueMode, remembered: REMEMBERED, minAgeMs });
	await host.poll();
	await play(service, host, steps);

	const wanted = service.updates.slice(kind === 'now' ? listed : 0);
	const wrong = wanted.filter(({ id }) => host.outputs.get(id) !== 1);
	expect(wrong.map(({ id }) => `${id} × ${host.outputs.get(id) ?? 0}`)).toEqual([]);
	expect(host.outputs.size).toBe(wanted.length);
	expect(host.mostRequests).toBeLessThanOrEqual(100);
	expect(host.largestState).toBeLessThan(48 * 1024);

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

describe('the poller hands every update to the workflow exactly once', () => {
	jest.setTimeout(1_200_000);

	it('with updates that come up to 15 minutes late', async () => {
		const old = arrivals(10, fc.integer({ min: 0, max: 600 }));
		const worlds = worldOf(old, history(arrivals(4, LATE)));
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				await check(world);
			}),
			{ numRuns: RUNS },
		);
	});

	it('with floods of more than one poll can take', async () => {
		const old = arrivals(REMEMBERED * 2, fc.integer({ min: 0, max: 600 }));
		const worlds = worldOf(old, history(arrivals(REMEMBERED * 2, LATE)));
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				await check(world);
			}),
			{ numRuns: Math.ceil(RUNS / 4) },
		);
	});

	it('with webhooks that bring most of them', async () => {
		const old = arrivals(10, fc.integer({ min: 0, max: 600 }));
		const worlds = worldOf(old, history(arrivals(4, LATE), push, push));
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				await check({ ...world, queueMode: false }, MINUTE);
			}),
			{ numRuns: Math.ceil(RUNS / 4) },
		);
	});
});
