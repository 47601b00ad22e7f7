import fc from 'fast-check';

import { clock } from '../../nodes/shared/client/clock';
import { RadarApiError, type RadarClient } from '../../nodes/shared/client';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { serviceFor } from '../engine/client/service';
import { numRuns } from './runs';

/** A schedule takes a hundred times as long as an input of the other properties. */
const schedules = Math.max(20, Math.round(numRuns / 100));

/** So many schedules run at once, each against a sandbox of its own. */
const AT_ONCE = 10;

/** Waits pass so many times faster; late commits come within the declared bound of 60 seconds. */
const FASTER = 400;
const LATEST_COMMIT = 45 / FASTER;
const TIME_OUT = 300;

jest.setTimeout(60_000 + schedules * 3000);

beforeAll(() => {
	const { sleep, deadline } = clock;
	jest
		.spyOn(clock, 'sleep')
		.mockImplementation(async (milliseconds, alarm) => await sleep(milliseconds / FASTER, alarm));
	jest.spyOn(clock, 'deadline').mockImplementation(() => deadline(TIME_OUT));
});
afterAll(() => jest.restoreAllMocks());

type Step =
	| { call: 'createRadar'; domain: string; reviews: boolean }
	| { call: 'reveal'; host: number }
	| { call: 'createBulk'; domains: string[] };

interface Schedule {
	steps: Step[];
	faults: Fault[];
	duplicatesEnabled: boolean;
	tagCreates: boolean;
	oneAfterTheOther: boolean;
}

const domain = fc.constantFrom('example.org', 'w3.org', 'ietf.org', 'iana.org');

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ call: fc.constant('createRadar' as const), domain, reviews: fc.boolean() }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ call: fc.constant('reveal' as const), host: fc.integer({ min: 1, max: 250 }) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			call: fc.constant('createBulk' as const),
			domains: fc.uniqueArray(fc.constantFrom('a.example', 'b.example', 'c.example'), { minLength: 1 }),
		}),
	},
);

const effect = fc.constantFrom('none' as const, 'done' as const, 'late' as const);

/** Where a call is refused for now, the API says that nothing was done. */
const fault: fc.Arbitrary<Fault> = fc
	.record({
		kind: fc.constantFrom(
			'timeout',
			'cut',
			'malformed',
			'html',
			'empty',
			'truncated',
			'wrong-types',
			'status',
		),
		status: fc.constantFrom(500, 502, 503, 429),
		effect,
		lateSeconds: fc.double({ min: 0, max: LATEST_COMMIT, noNaN: true }),
		method: fc.constantFrom('POST', 'POST', 'GET'),
		path: fc.constantFrom('/v1/radars', '/v1/company-reveal', '/v1/radars/bulk', '*'),
		nth: fc.integer({ min: 1, max: 4 }),
		count: fc.integer({ min: 1, max: 3 }),
	})
	.map(({ status, ...one }): Fault => {
		if (one.kind !== 'status') return one as Fault;
		const { effect: wanted, ...rest } = one;
		if (status === 502) return { ...rest, kind: 'status', status, envelope: false, effect: wanted };
		// A reveal that is answered with 500 was not charged (docs/api.md, Reveal).
		const none = status !== 500 || rest.path !== '/v1/radars';
		return {
			...rest,
			kind: 'status',
			status,
			headers: { 'retry-after': '0' },
			effect: none ? 'none' : wanted,
		};
	});

const schedule: fc.Arbitrary<Schedule> = fc.record({
	steps: fc.array(step, { minLength: 1, maxLength: 6 }),
	faults: fc.array(fault, { maxLength: 4 }),
	duplicatesEnabled: fc.boolean(),
	tagCreates: fc.boolean(),
	oneAfterTheOther: fc.boolean(),
});

type Result = { done: true; value: unknown } | { done: false; error: RadarApiError };

async function take(one: Step, service: RadarClient): Promise<unknown> {
	switch (one.call) {
		case 'createRadar':
			return await service.createRadar({
				radar_type: one.reviews ? 'company_reviews' : 'company_new_hires',
				domain: one.domain,
			});
		case 'reveal':
			return await service.reveal(`9.9.9.${one.host}`);
		case 'createBulk':
			return await service.createBulk({
				radars: one.domains.map((name) => ({ radar_type: 'company_mentions', domain: name })),
			});
	}
}

const settled = async (run: Promise<unknown>): Promise<Result> => {
	try {
		return { done: true, value: await run };
	} catch (error) {
		if (error instanceof RadarApiError) return { done: false, error };
		throw error;
	}
};

async function run({ steps, oneAfterTheOther, tagCreates }: Schedule, sandbox: Sandbox): Promise<Result[]> {
	const { apiKey, baseUrl } = sandbox;
	const credential = { apiKey, baseUrl, requestsPerSecond: 1000 };
	const service = await serviceFor({ credential }, { tagCreates });
	if (!oneAfterTheOther)
		return await Promise.all(steps.map(async (one) => await settled(take(one, service))));
	const results: Result[] = [];
	for (const one of steps) results.push(await settled(take(one, service)));
	return results;
}

const isUnknown = (result: Result) => !result.done && result.error.outcome === 'unknown';

/** Every radar and every charge belongs to a result, or to one that says that it is not known. */
function judge({ steps }: Schedule, results: Result[], sandbox: Sandbox): void {
	const of = (call: Step['call']) => results.filter((_, index) => steps[index]?.call === call);
	const idOf = (result: Result) =>
		result.done ? (result.value as { radar_id: string }).radar_id : undefined;

	const single = sandbox.control.radars().filter(({ radar_type: type }) => type !== 'company_mentions');
	const owned = of('createRadar')
		.map(idOf)
		.filter((id) => id !== undefined);
	expect(new Set(owned).size).toBe(owned.length);
	expect(single.map(({ radar_id: id }) => id)).toEqual(expect.arrayContaining(owned));
	expect(single.length - owned.length).toBeLessThanOrEqual(of('createRadar').filter(isUnknown).length);

	const charged = (path: string) =>
		sandbox.control.log().filter((entry) => entry.path === path && entry.chargeUsd > 0).length;
	const lookups = of('reveal');
	expect(charged('/v1/company-reveal')).toBeLessThanOrEqual(
		lookups.filter((result) => result.done || isUnknown(result)).length,
	);

	const submissions = sandbox.control
		.log()
		.filter((entry) => entry.path === '/v1/radars/bulk' && entry.outcome === 'done').length;
	expect(submissions).toBeLessThanOrEqual(
		of('createBulk').filter((result) => result.done || isUnknown(result)).length,
	);
}

async function holds(one: Schedule): Promise<void> {
	const sandbox = await startSandbox({
		settings: {
			account: { duplicatesEnabled: one.duplicatesEnabled },
			limits: {
				write: { perMinute: 60_000, perSecond: 1000 },
				read: { perMinute: 60_000, perSecond: 1000 },
				bulk: { perMinute: 60_000, perSecond: null },
			},
		},
	});
	try {
		sandbox.control.addFaults(...one.faults);
		const results = await run(one, sandbox);
		await sandbox.control.idle();
		judge(one, results, sandbox);
	} finally {
		await sandbox.stop();
	}
}

test(`nothing is paid for twice and nothing that was paid for is lost, in ${schedules} random fault schedules`, async () => {
	const several = fc.array(schedule, { minLength: AT_ONCE, maxLength: AT_ONCE });
	await fc.assert(
		fc.asyncProperty(several, async (all) => {
			await Promise.all(all.map(holds));
		}),
		{ numRuns: Math.ceil(schedules / AT_ONCE), endOnFailure: true },
	);
});
