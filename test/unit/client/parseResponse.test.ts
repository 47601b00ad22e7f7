import fc from 'fast-check';

import { parseResponse, rateLimitIn } from '../../../nodes/shared/client/http/response';
import { ENDPOINTS, type EndpointName } from '../../../nodes/shared/api/endpoints';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const ERROR_ID = '0b6c3c2e-6f5e-4c59-8b3a-0d9c7e1f2a3b';

const read = (status: number, body: unknown, call: EndpointName = 'createRadar', headers = {}) =>
	parseResponse(call, { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });

const envelope = (errors: unknown, more = {}) => ({
	status: 'error',
	message: 'm',
	error_id: ERROR_ID,
	errors,
	...more,
});

test('the wait that a 429 asks for: seconds, or a second for a burst', () => {
	const burst = [{ field: 'rate_limit', reason: 'burst' }];
	const wait = (headers: object, errors: unknown = []) =>
		(read(429, envelope(errors), 'reveal', headers) as { failure: { retryAfterSeconds?: number } }).failure
			.retryAfterSeconds;
	expect(wait({ 'retry-after': '12' })).toBe(12);
	expect(wait({}, burst)).toBe(1);
	for (const wrong of 'soon|-1|- 5|10, 10|5 s|1e1|+7|May|1/2|Sat, 01 Jan 2000 00:00:30 GMT'.split('|'))
		expect([wrong, wait({ 'retry-after': wrong })]).toEqual([wrong, undefined]);
	for (const absurd of ['1000000000', '1795341600', '9'.repeat(400)]) {
		expect(wait({ 'retry-after': absurd })).toBe(300);
	}
	expect(wait({})).toBeUndefined();
});

describe('whether something was done', () => {
	test.each<[string, EndpointName, number, unknown, string]>([
		['a refusal', 'createRadar', 402, envelope([]), 'refused'],
		['429 with envelope', 'createRadar', 429, envelope([]), 'notDone'],
		['503 with envelope and error_id', 'createRadar', 503, envelope([]), 'notDone'],
		['503 without error_id', 'createRadar', 503, envelope([], { error_id: undefined }), 'unknown'],
		['503 without envelope', 'createRadar', 503, 'down', 'unknown'],
		['429 without envelope', 'createRadar', 429, 'slow down', 'unknown'],
		['500 with envelope', 'createRadar', 500, envelope([]), 'unknown'],
		['504', 'createRadar', 504, '', 'unknown'],
		['404 of another server', 'createRadar', 404, '<html>', 'unknown'],
		['400 of another server', 'createRadar', 400, '<html>', 'unknown'],
		['409 of another server', 'createRadar', 409, '<html>', 'unknown'],
		['408', 'createRadar', 408, '', 'unknown'],
		['201 without a radar', 'createRadar', 201, { status: 'success' }, 'unknown'],
		['a redirect', 'createRadar', 307, '', 'unknown'],
		['500 to a lookup, which is then not charged', 'reveal', 500, envelope([]), 'notDone'],
		['502 to a lookup', 'reveal', 502, '', 'unknown'],
		['502 with envelope to a lookup', 'reveal', 502, envelope([]), 'unknown'],
		['503 to a lookup', 'reveal', 503, envelope([], { error_id: undefined }), 'notDone'],
		['500 to a read', 'getRadar', 500, envelope([]), 'notDone'],
		['500 to a deactivation', 'deactivateRadar', 500, envelope([]), 'unknown'],
	])('%s', (_, call, status, body, outcome) => {
		expect(read(status, body, call)).toMatchObject({ ok: false, failure: { outcome } });
	});
});

test('nothing that a server may send throws, and every fault is explained', () => {
	const anyBody = fc.oneof(
		fc.string(),
		fc.json(),
		fc
			.record(
				{
					status: fc.oneof(fc.constant('error'), fc.constant('success'), fc.anything()),
					code: fc.anything(),
					message: fc.oneof(fc.string(), fc.anything()),
					errors: fc.oneof(fc.array(fc.anything()), fc.anything()),
					error_id: fc.anything(),
					data: fc.anything(),
				},
				{ requiredKeys: [] },
			)
			.map((body) => JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? '1' : value))),
	);
	const headers = fc.dictionary(
		fc.constantFrom('retry-after', 'x-ratelimit-limit', 'x-ratelimit-reset'),
		fc.anything(),
	);
	fc.assert(
		fc.property(
			fc.constantFrom(...NAMES),
			fc.integer({ min: 200, max: 599 }),
			anyBody,
			headers,
			(...given) => {
				const [call, status, text, heads] = given;
				const result = parseResponse(call, { status, headers: heads, text: text ?? '' });
				if (result.ok) return;
				expect(result.failure).toMatchObject({ endpoint: call, status, errors: expect.any(Array) });
			},
		),
		{ numRuns: 1000 },
	);
});

test('rate limits that would block a key for good are left out', () => {
	const limits = (limit: string, reset: string) =>
		rateLimitIn({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });
	expect(limits('100', '60')).toEqual({ limit: 100, remaining: 0, reset: 60 });
	expect(limits('0', '1795341600')).toEqual({ limit: undefined, remaining: 0, reset: undefined });
	expect(limits('0.001', '1000000000')).toMatchObject({ limit: undefined, reset: undefined });
});
