import { randomUUID } from 'node:crypto';
import { runInThisContext } from 'node:vm';

import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { toNodeError } from '../../../nodes/shared/run/nodeErrors';
import { useSandbox } from '../support/sandbox';
import { EVERY_CALL } from './everyCall';
import { everythingIn } from './everythingIn';
import { NODE, serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

const ERROR_ID = '0b6c3c2e-6f5e-4c59-8b3a-0d9c7e1f2a3b';
const CONFLICTING_ID = '2b8024ca-5541-417d-a7a6-5af99bcde25d';

const errorIn = (error: unknown): RadarApiError => {
	if (error instanceof RadarApiError) return error;
	throw new Error(`Not a RadarApiError: ${String(error)}`);
};

/** Ten bulk calls a minute would be slow; a fault comes before the key is looked at, so each test can have its own budget. */
const freshCredential = () => ({ ...sandbox.credential, apiKey: randomUUID() });

/** The error that the call ends with. */
async function errorOf(call: string, credential = sandbox.credential): Promise<RadarApiError> {
	const service = await serviceFor({ credential }, { retry: false });
	return errorIn(await EVERY_CALL[call]?.(service).catch((reason: unknown) => reason));
}

const envelope = (code: number, message: string, errors: object[] = []) => ({
	status: 'error',
	code,
	message,
	errors,
	timestamp: '2026-11-21T12:00:00.000Z',
	error_id: ERROR_ID,
});

/** A row of docs/contributing/api.md, Errors: what the service says, with what reasons, and what the node says. */
type Row = [status: number, told: string, errors: object[], message: RegExp, todo: RegExp, only?: string[]];

const WRITES = ['createRadar', 'createBulk', 'deactivateBulk'];

const VALUES = [
	{ field: 'domain', reason: 'must be a domain' },
	{ field: 'updates_since', reason: 'must not be in the future' },
];
const CONFLICT = [{ field: 'domain', reason: 'already monitored', conflicting_radar_id: CONFLICTING_ID }];

const because = (field: string, reason: string) => [{ field, reason }];

const ROWS: Row[] = [
	[
		400,
		'Validation failed',
		VALUES,
		/rejected the values \(Company Domain: must be a domain; Updates Since: must not be in the future\)/,
		/Correct the values/,
	],
	[400, 'Malformed JSON body', [], /rejected the values \(Malformed JSON body\)/, /Correct the values/],
	[
		401,
		'Invalid or inactive API key',
		because('x-api-key', 'invalid'),
		/The API key was rejected/,
		/Copy the API key from your account into the credential again/,
	],
	[402, 'Insufficient balance', because('balance', 'too low'), /balance is too low/, /Top up your account/],
	[
		403,
		'Insufficient permissions',
		because('permission', "doesn't have permission"),
		/The API key doesn't have permission to do this/,
		/permission/,
	],
	[
		403,
		'Company reveal is not enabled',
		[],
		/Company reveal isn't enabled/,
		/Ask support .* to enable it/,
		['reveal'],
	],
	[
		404,
		'Radar not found',
		because('id', 'not found'),
		/Couldn't find (this|the) |Base URL doesn't lead to this API/,
		/Check the (ID|Base URL)/,
	],
	[
		409,
		'Radar already exists',
		CONFLICT,
		new RegExp(`already exists \\(${CONFLICTING_ID}\\)`),
		/set 'If Radar Exists' to 'Return the Existing One'/,
		['createRadar'],
	],
	[
		409,
		'Being billed',
		because('id', 'being billed'),
		/^The service returned status 409 \(id: being billed\)$/,
		/^(?!.*(?:If Radar Exists|already exists)).*Try again later/,
		['deactivateRadar', 'deactivateBulk', 'getRadar', 'createBulk', 'reveal'],
	],
	[413, 'Payload too large', [], /too large/, /one IP address per item/, ['reveal']],
	[
		413,
		'Payload too large',
		[],
		/too large/,
		/^(?!.*IP address).*(?:smaller custom fields|Try again later)/,
		WRITES,
	],
	[415, 'Unsupported media type', [], /didn't receive the request as JSON/, /proxy/],
	[
		429,
		'Rate limit exceeded',
		because('rate_limit', 'minute'),
		/rate limit was exceeded/,
		/Wait 0 seconds and/,
	],
	[500, 'An internal server error occurred', [], /internal fault|may or may not/, /again/],
	[503, 'Service temporarily unavailable', [], /temporarily unavailable/, /Try again later/],
];

/** A bulk deactivation whose body is refused goes on one by one: endpoints.test.ts. */
const isAnswered = (call: string, status: number, errors: object[]) =>
	call !== 'deactivateBulk' || status !== 400 || errors.length === 0;

const CASES = ROWS.flatMap(([status, told, errors, message, todo, only]) =>
	(only ?? Object.keys(EVERY_CALL))
		.filter((call) => isAnswered(call, status, errors))
		.map((call) => ({ call, status, told, errors, message, todo })),
);

describe('every call, every status: what happened, why, what to do', () => {
	test.each(CASES)('$call $status $told', async ({ call, status, told, errors, message, todo }) => {
		const credential = call.endsWith('Bulk') ? freshCredential() : sandbox.credential;
		const body = envelope(status, told, errors);
		sandbox.control.addFaults({ kind: 'status', status, body, headers: { 'retry-after': '0' } });
		const error = await errorOf(call, credential);
		expect(error.message).toMatch(message);
		expect(error.message).not.toMatch(/\.$/);
		expect(error.description).toMatch(todo);
		expect(error.description).toContain(ERROR_ID);
		expect(error).toMatchObject({ failure: { status, errorId: ERROR_ID, kind: 'status' } });
		for (const { reason } of errors as Array<{ reason: string }>)
			expect(`${error.message} ${error.description}`).toContain(reason);
		const shown = toNodeError(NODE, error.refusal, { itemIndex: 3 });
		expect(shown).toMatchObject({
			message: error.message,
			description: error.description,
			httpCode: String(status),
			context: { itemIndex: 3 },
		});
		expect(everythingIn([error, shown])).not.toContain(credential.apiKey);
	});
});

type Fault = Parameters<typeof sandbox.control.addFaults>[0];

const status = (code: number, more: object = { envelope: false }): Fault => ({
	kind: 'status',
	status: code,
	...more,
});

const WORDS = 'No route to this team';

describe('answers that are not the service’s', () => {
	test.each<[string, Fault, kind: string, message: RegExp]>([
		['a page', { kind: 'html', status: 200 }, 'notJson', /isn't JSON/],
		['nothing', { kind: 'empty' }, 'empty', /is empty/],
		['half an answer', { kind: 'truncated' }, 'cutJson', /is incomplete/],
		['no JSON', { kind: 'malformed' }, 'cutJson', /is incomplete/],
		['wrong types', { kind: 'wrong-types' }, 'notThisService', /Unexpected response/],
		[
			'another service',
			status(404, { body: { error: 'no route' } }),
			'notThisService',
			/Unexpected response \(status 404\)/,
		],
		...[{ message: WORDS }, { error: { message: WORDS } }, { errors: [{ detail: WORDS }] }].map(
			(body): [string, Fault, string, RegExp] => [
				`another envelope, ${JSON.stringify(body)}`,
				status(500, { body, effect: 'none' }),
				'notThisService',
				new RegExp(WORDS),
			],
		),
		['a gateway', status(502), 'notJson', /isn't JSON \(status 502\)/],
		['a proxy without its password', status(407), 'proxyPassword', /proxy .* asks for a password/],
		['a redirect', { kind: 'redirect' }, 'redirect', /another address/],
		['a cut connection', { kind: 'cut' }, 'cut', /connection was lost/],
		['silence', { kind: 'timeout' }, 'timeout', /timed out after/],
		['a slow body', { kind: 'slow', seconds: 2, effect: 'done' }, 'timeout', /timed out after 30 seconds/],
		// The last one, since the key then waits.
		[
			'a rate limit',
			status(429, { envelope: false, headers: { 'retry-after': '7' } }),
			'notJson',
			/Wait 7 seconds/,
		],
	])('%s', async (_, fault, kind, message) => {
		sandbox.control.addFaults(fault);
		const error = await errorOf('getAccount');
		expect(`${error.message}. ${error.description}`).toMatch(message);
		expect(error).toMatchObject({ failure: { kind, outcome: expect.stringMatching(/^(notDone|refused)$/) } });
		expect(error.description).toMatch(/[a-zA-Z]\.$/);
		expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toContain(sandbox.credential.apiKey);
	});
});

const UNREACHABLE = { kind: 'unreachable', outcome: 'notDone' };

describe('services that cannot be reached', () => {
	test.each<[string, () => object, failure: object, words: RegExp]>([
		[
			'nothing listens',
			() => ({ baseUrl: 'http://127.0.0.1:9' }),
			UNREACHABLE,
			/^Couldn't connect to the service\. 127\.0\.0\.1:9 refused the connection/,
		],
		['an unknown host', () => ({ baseUrl: 'https://no-such-host.invalid' }), UNREACHABLE, /host name/],
		[
			'a host that speaks no https',
			() => ({ baseUrl: sandbox.credential.baseUrl.replace('http:', 'https:') }),
			UNREACHABLE,
			/./,
		],
		...['key\nwith a line break', 'key with 日本'].map((apiKey): [string, () => object, object, RegExp] => [
			`a key that no header can hold, ${JSON.stringify(apiKey)}`,
			() => ({ apiKey }),
			{ outcome: 'refused' },
			/API key/i,
		]),
	])('%s', async (_, given, failure, words) => {
		const credential = { ...sandbox.credential, ...given() };
		const service = await serviceFor({ credential }, { retry: false });
		const error = errorIn(await service.call('getAccount', {}).catch((reason: unknown) => reason));
		expect(error).toMatchObject({ failure });
		expect(`${error.message}. ${error.description}`).toMatch(words);
		expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toContain(credential.apiKey);
	});

	/** A test's `process.env` is a copy, and n8n reads the real one. */
	test('a proxy', async () => {
		runInThisContext("process.env.HTTP_PROXY = 'http://127.0.0.1:9'");
		const result = await sandbox.run({ resource: 'account', operation: 'getSummary' });
		runInThisContext('delete process.env.HTTP_PROXY');
		expect(result.error?.description).toMatch(/^127\.0\.0\.1:9 refused the connection\. .*HTTP_PROXY/);
	});
});
