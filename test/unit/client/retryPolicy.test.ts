import {
	apiFailure,
	type ApiFailure,
	type Certainty,
	type FailureKind,
} from '../../../nodes/shared/client/errors/apiFailure';
import type { EndpointName } from '../../../nodes/shared/api/endpoints';
import { retryDelaySeconds } from '../../../nodes/shared/client/http/connection';

/** The waits until it is given up. */
function waits(of: ApiFailure, random = 0.5): number[] {
	const all = Array.from({ length: 20 }, (_, index) => retryDelaySeconds(of, index + 1, random));
	return all.slice(0, all.indexOf(undefined)) as number[];
}

const failure = (call: EndpointName, what: FailureKind | number, outcome: Certainty, more = {}) =>
	typeof what === 'number'
		? apiFailure(call, 'status', outcome, { status: what, ...more })
		: apiFailure(call, what, outcome, more);

test('the waits double, differ by chance, and are at least as long as Retry-After', () => {
	const after = (status: number, more = {}) => failure('getAccount', status, 'notDone', more);
	expect([0, 0.5, 1].map((random) => waits(after(500), random))).toEqual([
		[0.5, 1],
		[1, 2],
		[1.5, 3],
	]);
	expect(waits(after(503), 0)).toEqual([30, 60, 120, 240]);
	expect(waits(after(503), 1)).toEqual([36, 72, 144, 288]);
	expect(waits(after(503, { retryAfterSeconds: 90 }), 0)[0]).toBe(90);
	// The budget waits.
	expect(waits(after(429, { retryAfterSeconds: 7 }))).toEqual(Array(9).fill(0));
});

const NETWORK: FailureKind[] = ['unreachable', 'timeout', 'cut', 'cutJson', 'empty'];
const NO_ANSWER: FailureKind[] = ['notJson', 'notThisService', 'incompleteList', 'tooLarge', 'redirect'];
const OURS: FailureKind[] = ['notSent', 'cancelled', 'waitedTooLong'];
const PAID: EndpointName[] = ['createRadar', 'createBulk', 'reveal', 'sendTestEvent'];

test.each<[calls: EndpointName[], of: Array<FailureKind | number>, Certainty, waits: number]>([
	[['getAccount'], NETWORK, 'notDone', 2],
	[['getAccount'], [...NO_ANSWER, ...OURS], 'notDone', 0],
	[['getAccount'], [400, 401, 402, 403, 404, 409, 413, 415], 'refused', 0],
	[PAID, [503], 'notDone', 4],
	[PAID, [429], 'notDone', 9],
	[PAID, ['unreachable'], 'notDone', 2],
	[PAID, [...NETWORK.slice(1), 'notJson', 'notThisService', 500], 'unknown', 0],
	[['deactivateRadar', 'deactivateBulk'], ['timeout', 500], 'unknown', 2],
])('%j after %j, %s: sent again %i times', (calls, kinds, outcome, count) => {
	for (const call of calls)
		for (const kind of kinds)
			expect([call, kind, waits(failure(call, kind, outcome)).length]).toEqual([call, kind, count]);
});
