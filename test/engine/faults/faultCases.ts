import type { Fault } from '../../../sandbox';

/**
 * What an answer tells (docs/contributing/api.md, Errors), for decisions on money:
 * - `right`: it is the right answer, only slow.
 * - `refused`: the service says no. Nothing was done.
 * - `notDone`: not now (429, 503). Nothing was done.
 * - `internal`: a 500 in the service's own words. Of a lookup it says that nothing was charged (docs/contributing/api.md, Reveal).
 * - `open`: nothing. The service may have done what was asked.
 * - `strange`: the same, and the next answer would be like it: something in between gave it.
 */
export type Meaning = 'right' | 'refused' | 'notDone' | 'internal' | 'open' | 'strange';

/** One way in which a call goes wrong. */
export interface FaultCase {
	name: string;
	fault: Fault;
	meaning: Meaning;
	/** Whether the service does what was asked, before or after the fault. */
	done: boolean;
	/** Whether a call that does no harm is sent again. */
	repeated: boolean;
	/** It happens every time, not only the first. */
	always: boolean;
	/** Whether the service does it only after the declared bound for late commits. */
	isTooLate?: true;
}

/** Within the declared bound for late commits. */
const LATE_SECONDS = 30;

/** Longer than any call may take, and shorter than every one may. */
const NEVER_ENDING_SECONDS = 4000;
const SLOW_SECONDS = 2;

const ONCE = { repeated: true, always: false };

const DONE_TEXT = { none: 'nothing done', done: 'done', late: 'done late' };

const effects = ['none', 'done', 'late'] as const;

function open(
	name: string,
	fault: Fault,
	which: ReadonlyArray<(typeof effects)[number]>,
	more: Partial<FaultCase> = {},
): FaultCase[] {
	return which.map((effect) => ({
		...ONCE,
		...more,
		name: `${name}, ${DONE_TEXT[effect]}`,
		fault: { ...fault, effect, ...(effect === 'late' ? { lateSeconds: LATE_SECONDS } : {}) },
		meaning: more.meaning ?? 'open',
		done: effect !== 'none',
	}));
}

const refused: FaultCase[] = [400, 401, 402, 403, 404, 409, 413, 415].map((status) => ({
	...ONCE,
	name: `${status}`,
	fault: { kind: 'status', status },
	meaning: 'refused',
	done: false,
}));

const notDone: FaultCase[] = [429, 503].map((status) => ({
	...ONCE,
	name: `${status}`,
	fault: { kind: 'status', status },
	meaning: 'notDone',
	done: false,
}));

const plain = (status: number): Fault => ({ kind: 'status', status, envelope: false });

const gateways: FaultCase[] = [
	...[400, 401, 402, 403, 404].flatMap((status) =>
		open(`${status} without envelope`, plain(status), ['none'], {
			repeated: false,
			meaning: 'strange',
		}),
	),
	...[429, 500, 502, 503, 504].flatMap((status) =>
		open(`${status} without envelope`, plain(status), effects),
	),
];

/** The declared bound for late commits. */
const BOUND_SECONDS = 60;

const lateCommits: FaultCase[] = [5, 59, 110, 300].map((lateSeconds) => ({
	...ONCE,
	name: `connection cut, done ${lateSeconds} s late`,
	fault: { kind: 'cut', effect: 'late', lateSeconds },
	meaning: 'open',
	done: true,
	...(lateSeconds > BOUND_SECONDS && { isTooLate: true }),
}));

const ALWAYS = { always: true };

/** Every fault of the sandbox, with and without an effect. */
export const FAULT_CASES: FaultCase[] = [
	...refused,
	...notDone,
	...open('500', { kind: 'status' }, effects, { meaning: 'internal' }),
	...open('502', { kind: 'status', status: 502 }, effects),
	...gateways,
	...open('no answer', { kind: 'timeout' }, effects),
	...open('connection cut', { kind: 'cut' }, effects),
	...lateCommits,
	...open('malformed JSON', { kind: 'malformed' }, ['done']),
	...open('half an answer', { kind: 'truncated' }, ['done']),
	...open('empty answer', { kind: 'empty' }, ['none', 'done'], { meaning: 'strange' }),
	...open('wrong types', { kind: 'wrong-types' }, ['done'], { repeated: false }),
	...open('page of a gateway', { kind: 'html' }, ['none', 'done']),
	...open('page instead of the answer', { kind: 'html', status: 200 }, ['done'], { repeated: false }),
	{
		...ONCE,
		name: 'slow body',
		fault: { kind: 'slow', seconds: SLOW_SECONDS },
		meaning: 'right',
		done: true,
	},
	...open('body that never ends', { kind: 'slow', seconds: NEVER_ENDING_SECONDS }, ['done']),
	...open('redirect', { kind: 'redirect', location: '/v1/account' }, effects, {
		repeated: false,
		meaning: 'strange',
	}),
	...open('every time 429', { kind: 'status', status: 429 }, ['none'], { ...ALWAYS, meaning: 'notDone' }),
	...open('every time 500', { kind: 'status' }, ['none'], { ...ALWAYS, meaning: 'internal' }),
	...open('every time 503', { kind: 'status', status: 503 }, ['none'], { ...ALWAYS, meaning: 'notDone' }),
	...open('every time no answer', { kind: 'timeout' }, ['none', 'done'], ALWAYS),
	...open('every time cut', { kind: 'cut' }, ['none', 'done'], ALWAYS),
];
