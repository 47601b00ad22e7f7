import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { toNodeError } from '../../../nodes/shared/run/nodeErrors';
import { apiFailure, type ApiFailure } from '../../../nodes/shared/client/errors/apiFailure';

const NODE = {
	id: '1',
	name: 'Company Radar',
	type: 'x',
	typeVersion: 1,
	position: [0, 0],
} as unknown as INode;

const shown = (more: Partial<ApiFailure>, options = {}) =>
	toNodeError(
		NODE,
		new RadarApiError({ ...apiFailure('getAccount', 'status', 'refused'), ...more }).refusal,
		options,
	) as NodeApiError;

test.each(['ENOENT', 'EPERM', 'preexisting', 'ECONNREFUSED', 'getaddrinfo'])(
	'n8n does not replace a message that holds "%s"',
	(word) => {
		const error = shown({ status: 400, errors: [{ field: 'domain', reason: `${word} is no domain` }] });
		expect(error.message).toBe(`The service rejected the values (Company Domain: ${word} is no domain)`);
		expect(error.messages).toEqual([]);
	},
);

test('wrapping it again, as n8n does, changes nothing', () => {
	const error = shown({ status: 401 });
	expect(new NodeApiError(NODE, error as never, { message: 'other' })).toBe(error);
	expect(error.message).toBe('The API key was rejected');
});

test('without an answer there is no status', () => {
	expect(shown({ kind: 'unreachable', status: undefined }).httpCode).toBeNull();
});

test.each<[string, Partial<ApiFailure>, object]>([
	['429', { status: 429, retryAfterSeconds: 7 }, { cause: 'rate-limited', retryAfterMs: 7000 }],
	['429 without Retry-After', { status: 429 }, { cause: 'rate-limited' }],
	[
		'no room in time',
		{ kind: 'waitedTooLong', retryAfterSeconds: 30 },
		{ cause: 'rate-limited', retryAfterMs: 30_000 },
	],
	['401', { status: 401 }, { cause: 'credential-invalid' }],
	['403', { status: 403 }, { cause: 'credential-invalid' }],
	['400', { status: 400 }, { cause: 'configuration-invalid' }],
	['404', { status: 404 }, { cause: 'configuration-invalid' }],
	['a redirect', { kind: 'redirect', status: 302 }, { cause: 'configuration-invalid' }],
	['no usable credential', { kind: 'notSent' }, { cause: 'configuration-invalid' }],
	['500', { status: 500 }, { cause: 'temporarily-unavailable' }],
	['503', { status: 503 }, { cause: 'temporarily-unavailable' }],
	['unreachable', { kind: 'unreachable' }, { cause: 'temporarily-unavailable' }],
	['a time-out', { kind: 'timeout' }, { cause: 'temporarily-unavailable' }],
	['a page', { kind: 'notJson', status: 200 }, { cause: 'temporarily-unavailable' }],
])('tells a polling engine why: %s', (_, of, failure) => {
	expect(shown(of).failure).toEqual(failure);
});
