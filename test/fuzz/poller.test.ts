import fc from 'fast-check';

import type { Start } from '../../nodes/CompanyRadarTrigger/polling/state';
import { FakeHost, FakeService, MINUTE, type ServiceTraits, type Trouble } from './pollerWorld';

const RUNS = Math.min(Number(process.env.FUZZ_RUNS ?? 1000), 10_000);
const ROOM = 40;

type Step =
	| { do: 'arrive'; count: number; minutesAgo: number; apartMs: number }
	| { do: 'wait'; minutes: number }
	| { do: 'poll'; trouble: Trouble; storeFails: boolean };

const traits: fc.Arbitrary<ServiceTraits> = fc.record({
	order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
	pageSize: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(50, 500)),
	cursorsExpire: fc.boolean(),
	emptyPages: fc.boolean(),
});

const wait = fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) });

const arrivals = (most: number, minutesAgo: fc.Arbitrary<number>) =>
	fc.record({
		do: fc.constant('arrive' as const),
		count: fc.integer({ min: 1, max: most }),
		minutesAgo,
		apartMs: fc.constantFrom(0, 0, 1, 1000),
	});

const polls = (troubles: readonly Trouble[], storeFails: fc.Arbitrary<boolean>) =>
	fc.record({ do: fc.constant('poll' as const), trouble: fc.constantFrom(...troubles), storeFails });

const KILLS: Trouble[] = ['killedBeforeSave', 'killedBeforeStart', 'killedAfterRun'];
const HICCUPS: Trouble[] = ['none', 'none', 'fetchFails', 'startFails', 'saveFails'];

/** Either killed processes or a failing store: an update that neither of the two remembers may come twice. */
const worlds = fc.oneof(
	fc.record({ troubles: fc.constant([...HICCUPS, ...KILLS]), storeFails: fc.constant(fc.constant(false)) }),
	fc.record({ troubles: fc.constant(HICCUPS), storeFails: fc.constant(fc.boolean()) }),
);

const history = (arrival: fc.Arbitrary<Step>) =>
	worlds.chain(({ troubles, storeFails }) =>
		fc.array(fc.oneof(arrival, wait, polls(troubles, storeFails), polls(troubles, storeFails)), {
			minLength: 1,
			maxLength: 40,
		}),
	);

const starts: fc.Arbitrary<Start['kind']> = fc.constantFrom('now', 'date', 'everything');

/** Plays a history, then polls in peace until nothing moves any more. */
async function play(service: FakeService, host: FakeHost, steps: Step[], queueMode: boolean): Promise<void> {
	let lastTrouble: Trouble = 'none' as Trouble;
	let startHasFailed = false;
	for (const step of steps) {
		if (step.do === 'wait') service.now += step.minutes * MINUTE;
		if (step.do === 'arrive') {
			for (let left = step.count; left > 0; left--) {
				service.arrive(1, Math.max(0, step.minutesAgo * MINUTE - left * step.apartMs));
			}
		}
		if (step.do === 'poll') {
			// Where nothing confirms, an update counts as arrived after two handings: one of them must work.
			const again: boolean = queueMode && step.trouble === 'startFails' && startHasFailed;
			const unsaved: boolean = step.trouble === 'saveFails' && lastTrouble === 'saveFails';
			lastTrouble = again || unsaved ? 'none' : step.trouble;
			startHasFailed ||= lastTrouble === 'startFails';
			await host.poll(lastTrouble, step.storeFails && !queueMode);
			service.now += 1;
		}
	}
	for (let idle = 0, left = 400; left > 0; left--) {
		service.now += MINUTE;
		await host.poll('none');
		idle = host.isIdle ? idle + 1 : 0;
		if (idle > 3) return;
	}
	throw new Error('The poller did not come to rest');
}

const startOf = (kind: Start['kind'], now: number): Start => {
	if (kind === 'everything') return { kind };
	return kind === 'now' ? { kind, time: now } : { kind, time: now - 24 * 60 * MINUTE };
};

async function check(
	service: FakeService,
	host: FakeHost,
	kind: Start['kind'],
	before: Step[],
	steps: Step[],
	queueMode: boolean,
) {
	await play(service, host, steps, queueMode);
	const old = before.reduce((sum, step) => sum + (step.do === 'arrive' ? step.count : 0), 0);
	const wanted = service.updates.filter((_, index) => kind !== 'now' || index >= old);
	const wrong = wanted.filter(({ id }) => host.outputs.get(id) !== 1);
	expect(wrong.map(({ id }) => `${id} × ${host.outputs.get(id) ?? 0}`)).toEqual([]);
	expect([...host.outputs.keys()].filter((id) => !wanted.some((update) => update.id === id))).toEqual([]);
	expect(host.largestState).toBeLessThan(64 * 1024);
}

function worldOf(
	service: ServiceTraits,
	kind: Start['kind'],
	before: Step[],
	steps: Step[],
	queueMode: boolean,
) {
	const fake = new FakeService(service);
	for (const step of before) if (step.do === 'arrive') fake.arrive(step.count, step.minutesAgo * MINUTE);
	fake.now += 1;
	// What was handed over before a process was killed is asked of the store again, after all of a flood in between.
	const isKilled = steps.some((step) => step.do === 'poll' && KILLS.includes(step.trouble));
	const remembered = queueMode || isKilled ? Number.POSITIVE_INFINITY : ROOM * 4;
	const host = new FakeHost(fake, { room: ROOM, start: startOf(kind, fake.now), queueMode, remembered });
	return { fake, host };
}

const FIRST_POLL: Step = { do: 'poll', trouble: 'none', storeFails: false };

describe('the poller hands every update to the workflow exactly once', () => {
	jest.setTimeout(1_200_000);

	it('with updates that come up to 15 minutes late', async () => {
		const few = history(arrivals(4, fc.integer({ min: 0, max: 14 })));
		const old = fc.array(arrivals(10, fc.integer({ min: 0, max: 600 })), { maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(
				traits,
				starts,
				old,
				few,
				fc.boolean(),
				async (service, kind, before, steps, queueMode) => {
					const { fake, host } = worldOf(service, kind, before, steps, queueMode);
					const total = steps.reduce((sum, step) => sum + (step.do === 'arrive' ? step.count : 0), 0);
					fc.pre(total <= ROOM);
					await check(fake, host, kind, before, [FIRST_POLL, ...steps], queueMode);
				},
			),
			{ numRuns: RUNS },
		);
	});

	it('with floods of more than one poll can take', async () => {
		const floods = history(arrivals(ROOM * 4, fc.constant(0)));
		const old = fc.array(arrivals(ROOM * 3, fc.integer({ min: 0, max: 600 })), { maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(
				traits,
				starts,
				old,
				floods,
				fc.boolean(),
				async (service, kind, before, steps, queueMode) => {
					const { fake, host } = worldOf(service, kind, before, steps, queueMode);
					await check(fake, host, kind, before, [FIRST_POLL, ...steps], queueMode);
				},
			),
			{ numRuns: Math.ceil(RUNS / 4) },
		);
	});
});
