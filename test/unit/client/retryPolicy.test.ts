import {
	apiFailure,
	type ApiFailure,
	type FailureKind,
	type Certainty,
} from '../../../nodes/shared/client/errors/apiFailure';
import type { EndpointName } from '../../../nodes/shared/api/endpoints';
import { retryDelaySeconds } from '../../../nodes/shared/client/http/connection';

/** The waits until it is given up. */
function waits(of: ApiFailure, random = 0.5): number[] {
	const all: number[] = [];
	for (let tries = 1; tries < 20; tries++) {
		const seconds = retryDelaySeconds(of, tries, random);
		if (seconds === undefined) break;
		all.push(seconds);
	}
	return all;
}

const answered = (call: EndpointName, status: number, outcome: Certainty, more: Partial<ApiFailure> = {}) =>
	apiFailure(call, 'status', outcome, { status, ...more });

describe('reads', () => {
	test('500: three tries, the wait doubles', () => {
		expect(waits(answered('getAccount', 500, 'notDone'))).toEqual([1, 2]);
	});

	test('the wait after a 500 differs by chance', () => {
		const of = answered('getAccount', 500, 'notDone');
		expect(retryDelaySeconds(of, 1, 0)).toBe(0.5);
		expect(retryDelaySeconds(of, 1, 1)).toBe(1.5);
	});

	test('503: five tries, from 30 seconds', () => {
		expect(waits(answered('getAccount', 503, 'notDone'), 0)).toEqual([30, 60, 120, 240]);
		expect(waits(answered('getAccount', 503, 'notDone'), 1)).toEqual([36, 72, 144, 288]);
	});

	test('503 with a longer Retry-After waits as long', () => {
		const of = answered('getAccount', 503, 'notDone', { retryAfterSeconds: 90 });
		expect(retryDelaySeconds(of, 1, 0)).toBe(90);
	});

	test('429: the budget waits, so there is no wait of its own; ten tries', () => {
		const of = answered('getAccount', 429, 'notDone', { retryAfterSeconds: 7 });
		expect(waits(of)).toEqual(Array.from({ length: 9 }, () => 0));
	});

	test.each<FailureKind>(['unreachable', 'timeout', 'cut', 'cutJson', 'empty'])('%s: three tries', (kind) => {
		expect(waits(apiFailure('getAccount', kind, 'notDone'))).toHaveLength(2);
	});

	test.each<FailureKind>([
		'notJson',
		'notThisService',
		'incompleteList',
		'tooLarge',
		'redirect',
		'notSent',
		'cancelled',
		'waitedTooLong',
	])('%s: never again', (kind) => {
		expect(waits(apiFailure('getAccount', kind, 'notDone'))).toEqual([]);
	});

	test.each([400, 401, 402, 403, 404, 409, 413, 415])('status %i: never again', (status) => {
		expect(waits(answered('getAccount', status, 'refused'))).toEqual([]);
	});
});

describe('what may be paid for', () => {
	const paid: EndpointName[] = ['createRadar', 'createBulk', 'reveal', 'sendTestEvent'];

	test.each(paid)('%s is sent again where nothing was done', (call) => {
		expect(waits(answered(call, 503, 'notDone'))).toHaveLength(4);
		expect(waits(answered(call, 429, 'notDone'))).toHaveLength(9);
		expect(waits(apiFailure(call, 'unreachable', 'notDone'))).toHaveLength(2);
	});

	test.each(paid)('%s is never sent again where it is not known', (call) => {
		for (const kind of ['timeout', 'cut', 'empty', 'cutJson', 'notJson', 'notThisService'] as const) {
			expect(waits(apiFailure(call, kind, 'unknown'))).toEqual([]);
		}
		expect(waits(answered(call, 500, 'unknown'))).toEqual([]);
	});
});

test('a deactivation is sent again also where it is not known', () => {
	expect(waits(apiFailure('deactivateRadar', 'timeout', 'unknown'))).toHaveLength(2);
	expect(waits(answered('deactivateBulk', 500, 'unknown'))).toHaveLength(2);
});
