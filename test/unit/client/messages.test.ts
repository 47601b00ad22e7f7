import { ENDPOINTS, type EndpointName } from '../../../nodes/shared/api/endpoints';
import { apiFailure, type FailureKind, type Certainty } from '../../../nodes/shared/client/errors/apiFailure';
import { explain } from '../../../nodes/shared/client/errors/radarApiError';

const KINDS: FailureKind[] = [
	'status',
	'unreachable',
	'timeout',
	'cut',
	'empty',
	'notJson',
	'cutJson',
	'notThisService',
	'incompleteList',
	'tooLarge',
	'redirect',
	'waitedTooLong',
	'cancelled',
	'notSent',
];
const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 418, 429, 500, 502, 503];
const OUTCOMES: Certainty[] = ['refused', 'notDone', 'unknown'];

const EVERY_FAULT = (Object.keys(ENDPOINTS) as EndpointName[]).flatMap((call) =>
	KINDS.flatMap((kind) =>
		OUTCOMES.flatMap((outcome) =>
			(kind === 'status' ? STATUSES : [undefined, 404]).map((status) =>
				apiFailure(call, kind, outcome, { status }),
			),
		),
	),
);

test('every fault is told in a line and explained in sentences, in words that blame nobody', () => {
	for (const one of EVERY_FAULT) {
		const { what: message, todo: description } = explain(one);
		expect(message).toMatch(/^[A-Z].*[^.]$/);
		expect(message.length).toBeLessThan(100);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${description}`).not.toMatch(
			/\b(error|problem|failure|mistake)s?\b|undefined|null|NaN/i,
		);
	}
});
