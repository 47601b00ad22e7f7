import fc from 'fast-check';

import type { Fault, FaultKind } from '../../sandbox';

export type Operation = 'radar' | 'bulkRequest' | 'reveal';
export type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

/** What an execution is asked to do. */
export interface Execution {
	operation: Operation;
	/** One item each: the number of its company, or of its address. */
	items: number[];
}

/** What executions are asked to do, and what goes wrong meanwhile. Times are seconds of the service's time. */
export interface Schedule {
	executions: Execution[];
	/** Whether they run at the same time, or one after the other. */
	parallel: boolean;
	/** Companies whose radar exists before the run. */
	existing: number[];
	/** How long before. */
	existingForSeconds: number;
	onError: OnError;
	/** Whether n8n runs a node that failed up to three times. */
	retryOnFail: boolean;
	ifRadarExists: 'fail' | 'returnExisting';
	duplicatesEnabled: boolean;
	/** Whether anything is sent again. */
	retry: boolean;
	latencySeconds: number;
	/** How long a new radar takes to be seen in the list. */
	listDelaySeconds: number;
	faults: Fault[];
}

/** With the time that a radar takes to be seen in the list, within the declared bound of 60. */
const LATEST_SECONDS = 35;
const LONGEST_LIST_DELAY = 10;

const TARGETS = [
	{ method: 'POST', path: '/v1/radars' },
	{ method: 'POST', path: '/v1/radars/bulk' },
	{ method: 'POST', path: '/v1/company-reveal' },
	{ method: 'GET', path: '/v1/radars' },
	{ method: 'GET', path: '/v1/radars/*' },
	{},
] as const;

const openKinds: FaultKind[] = ['timeout', 'cut', 'malformed', 'truncated', 'empty', 'html', 'wrong-types'];

const effects = fc.constantFrom('none' as const, 'done' as const, 'late' as const);

/** An answer, or none, that leaves open whether the service did what was asked. */
const open: fc.Arbitrary<Fault> = fc.record({
	kind: fc.constantFrom(...openKinds),
	effect: effects,
	lateSeconds: fc.integer({ min: 0, max: LATEST_SECONDS }),
});

const gateway: fc.Arbitrary<Fault> = fc.record({
	kind: fc.constant('status' as const),
	// A 400 refuses the values in any format: nothing was done.
	status: fc.constantFrom(403, 404, 429, 500, 502, 503, 504),
	envelope: fc.constant(false),
	effect: effects,
	lateSeconds: fc.integer({ min: 0, max: LATEST_SECONDS }),
});

/** The service's own words: what it says that it did not do, it did not do. */
const told: fc.Arbitrary<Fault> = fc.record({
	kind: fc.constant('status' as const),
	status: fc.constantFrom(400, 401, 402, 403, 404, 409, 429, 500, 503),
});

const harmless: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
	{ kind: 'redirect' },
	{ kind: 'slow', seconds: 2 },
	{ kind: 'slow', seconds: 4000 },
);

export const fault: fc.Arbitrary<Fault> = fc
	.tuple(
		fc.oneof({ weight: 4, arbitrary: open }, gateway, told, harmless),
		fc.constantFrom(...TARGETS),
		fc.integer({ min: 1, max: 4 }),
		fc.integer({ min: 1, max: 3 }),
	)
	.map(([what, target, nth, count]) => ({ ...what, ...target, nth, count }));

const company = fc.integer({ min: 0, max: 4 });

/** Longer than an answer takes: until then, the service shows another time. */
const MOMENT = 5;
const LONG_AGO = 3600;

const execution: fc.Arbitrary<Execution> = fc.record({
	operation: fc.constantFrom<Operation>('radar', 'radar', 'radar', 'bulkRequest', 'reveal'),
	items: fc.array(company, { minLength: 1, maxLength: 5 }),
});

export const schedules: fc.Arbitrary<Schedule> = fc.record({
	executions: fc.array(execution, { minLength: 1, maxLength: 3 }),
	parallel: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
	existing: fc.uniqueArray(company, { maxLength: 2 }),
	existingForSeconds: fc.constantFrom(MOMENT, LONG_AGO),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	ifRadarExists: fc.constantFrom('fail', 'returnExisting'),
	duplicatesEnabled: fc.boolean(),
	retry: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
	latencySeconds: fc.constantFrom(0, 0, 1),
	listDelaySeconds: fc.constantFrom(0, 0, LONGEST_LIST_DELAY),
	faults: fc.array(fault, { maxLength: 6 }),
});
