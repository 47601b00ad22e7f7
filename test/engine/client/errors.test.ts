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

interface Row {
	status: number;
	body: object;
	message: RegExp;
	todo: RegExp;
	only?: string[];
}

/** Each status of docs/contributing/api.md, Errors, with the causes it names. */
const ROWS: Row[] = [
	{
		status: 400,
		body: envelope(400, 'Validation failed', [
			{ field: 'domain', reason: 'must be a domain' },
			{ field: 'updates_since', reason: 'must not be in the future' },
		]),
		message:
			/rejected the values \(Company Domain: must be a domain; Updates Since: must not be in the future\)/,
		todo: /Correct the values/,
	},
	{
		status: 400,
		body: envelope(400, 'Malformed JSON body'),
		message: /rejected the values \(Malformed JSON body\)/,
		todo: /Correct the values/,
	},
	{
		status: 401,
		body: envelope(401, 'Invalid or inactive API key', [{ field: 'x-api-key', reason: 'invalid' }]),
		message: /The API key was rejected/,
		todo: /Copy the API key from your account into the credential again/,
	},
	{
		status: 402,
		body: envelope(402, 'Insufficient balance', [{ field: 'balance', reason: 'too low' }]),
		message: /account balance is too low/,
		todo: /Top up your account/,
	},
	{
		status: 403,
		body: envelope(403, 'Insufficient permissions', [
			{ field: 'permission', reason: "doesn't have permission" },
		]),
		message: /The API key doesn't have permission to do this/,
		todo: /permission/,
	},
	{
		status: 403,
		body: envelope(403, 'Company reveal is not enabled'),
		message: /Company reveal isn't enabled/,
		todo: /Ask support for the service to enable it/,
		only: ['reveal'],
	},
	{
		status: 404,
		body: envelope(404, 'Radar not found', [{ field: 'id', reason: 'not found' }]),
		message: /Couldn't find (this|the) |Base URL doesn't lead to this API/,
		todo: /Check the (ID|Base URL)/,
	},
	{
		status: 409,
		body: envelope(409, 'Radar already exists', [
			{ field: 'domain', reason: 'already monitored', conflicting_radar_id: CONFLICTING_ID },
		]),
		message: new RegExp(`already exists \\(${CONFLICTING_ID}\\)`),
		todo: /set 'If Radar Exists' to 'Return the Existing One'/,
		only: ['createRadar'],
	},
	{
		status: 409,
		body: envelope(409, 'Being billed', [{ field: 'id', reason: 'being billed' }]),
		message: /^The service returned status 409 \(id: being billed\)$/,
		todo: /^(?!.*(?:If Radar Exists|already exists)).*Try again later/,
		only: ['deactivateRadar', 'deactivateBulk', 'getRadar', 'createBulk', 'reveal'],
	},
	{
		status: 413,
		body: envelope(413, 'Payload too large'),
		message: /too large/,
		todo: /one IP address per item/,
		only: ['reveal'],
	},
	{
		status: 413,
		body: envelope(413, 'Payload too large'),
		message: /too large/,
		todo: /^(?!.*IP address).*(?:smaller custom fields|Try again later)/,
		only: ['createRadar', 'createBulk', 'deactivateBulk'],
	},
	{
		status: 415,
		body: envelope(415, 'Unsupported media type'),
		message: /didn't receive the request as JSON/,
		todo: /proxy/,
	},
	{
		status: 429,
		body: envelope(429, 'Rate limit exceeded', [{ field: 'rate_limit', reason: 'minute' }]),
		message: /API rate limit was exceeded/,
		todo: /Wait 0 seconds and try again/,
	},
	{
		status: 500,
		body: envelope(500, 'An internal server error occurred'),
		message: /internal fault|may or may not/,
		todo: /again/,
	},
	{
		status: 503,
		body: envelope(503, 'Service temporarily unavailable'),
		message: /temporarily unavailable/,
		todo: /Try again later/,
	},
];

/** A bulk deactivation whose body is refused goes on one by one: endpoints.test.ts. */
const isAnswered = (call: string, { status, body }: Row) =>
	call !== 'deactivateBulk' || status !== 400 || (body as { errors: unknown[] }).errors.length === 0;

const CASES = ROWS.flatMap((row) =>
	(row.only ?? Object.keys(EVERY_CALL))
		.filter((call) => isAnswered(call, row))
		.map((call) => ({
			...row,
			call,
			name: `${call} ${row.status} ${JSON.stringify((row.body as { errors: unknown }).errors)}`,
		})),
);

describe('every call, every status: what happened, why, what to do', () => {
	test.each(CASES)('$name', async ({ call, status, body, message, todo }) => {
		const credential = call.endsWith('Bulk') ? freshCredential() : sandbox.credential;
		sandbox.control.addFaults({ kind: 'status', status, body, headers: { 'retry-after': '0' } });
		const error = await errorOf(call, credential);

		expect(error.message).toMatch(message);
		expect(error.message).not.toMatch(/\.$/);
		expect(error.description).toMatch(todo);
		expect(error.description).toContain(ERROR_ID);
		expect(error).toMatchObject({ failure: { status, errorId: ERROR_ID, kind: 'status' } });
		for (const { reason } of (body as { errors: Array<{ reason: string }> }).errors) {
			expect(`${error.message} ${error.description}`).toContain(reason);
		}

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

interface Spoiled {
	name: string;
	fault: Parameters<typeof sandbox.control.addFaults>[0];
	message: RegExp;
	kind: string;
}

const SPOILED: Spoiled[] = [
	{ name: 'a page', fault: { kind: 'html', status: 200 }, kind: 'notJson', message: /isn't JSON/ },
	{ name: 'nothing', fault: { kind: 'empty' }, kind: 'empty', message: /is empty/ },
	{ name: 'half an answer', fault: { kind: 'truncated' }, kind: 'cutJson', message: /is incomplete/ },
	{ name: 'no JSON', fault: { kind: 'malformed' }, kind: 'cutJson', message: /is incomplete/ },
	{
		name: 'wrong types',
		fault: { kind: 'wrong-types' },
		kind: 'notThisService',
		message: /Unexpected response/,
	},
	{
		name: 'another service',
		fault: { kind: 'status', status: 404, body: { error: 'no route' } },
		kind: 'notThisService',
		message: /Unexpected response \(status 404\)/,
	},
	{
		name: 'a gateway',
		fault: { kind: 'status', status: 502, envelope: false },
		kind: 'notJson',
		message: /isn't JSON \(status 502\)/,
	},
	{
		name: 'a proxy without its password',
		fault: { kind: 'status', status: 407, envelope: false },
		kind: 'proxyPassword',
		message: /proxy .* asks for a password/,
	},
	{ name: 'a redirect', fault: { kind: 'redirect' }, kind: 'redirect', message: /another address/ },
	{ name: 'a cut connection', fault: { kind: 'cut' }, kind: 'cut', message: /connection was lost/ },
	{ name: 'silence', fault: { kind: 'timeout' }, kind: 'timeout', message: /timed out after/ },
	{
		name: 'a slow body',
		fault: { kind: 'slow', seconds: 2, effect: 'done' },
		kind: 'timeout',
		message: /timed out after 30 seconds/,
	},
];

describe('answers that are not the service’s', () => {
	test.each(SPOILED)('$name', async ({ fault, message, kind }) => {
		sandbox.control.addFaults(fault);
		const error = await errorOf('getAccount');
		expect(error.message).toMatch(message);
		expect(error).toMatchObject({ failure: { kind, outcome: expect.stringMatching(/^(notDone|refused)$/) } });
		expect(error.description).toMatch(/[a-zA-Z]\.$/);
		expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toContain(sandbox.credential.apiKey);
	});
});

const WORDS = 'No route to this team';

describe('another envelope, as from a gateway, shows what came', () => {
	const bodies = [{ message: WORDS }, { error: { message: WORDS } }, { errors: [{ detail: WORDS }] }];
	const cases = Object.keys(EVERY_CALL).flatMap((call) =>
		[400, 500].flatMap((status) => bodies.map((body) => ({ call, status, body }))),
	);

	// A bulk deactivation whose body is refused goes on one by one.
	test.each(cases.filter(({ call, status }) => call !== 'deactivateBulk' || status !== 400))(
		'$call $status $body',
		async ({ call, status, body }) => {
			sandbox.control.addFaults({ kind: 'status', status, body, effect: 'none' });
			const error = await errorOf(call, call.endsWith('Bulk') ? freshCredential() : sandbox.credential);
			expect(`${error.message}. ${error.description}`).toContain(WORDS);
			expect(error).toMatchObject({ failure: { status } });
		},
	);
});

test('a rate limit that comes as a page is heeded as long as it says', async () => {
	sandbox.control.addFaults({
		kind: 'status',
		status: 429,
		envelope: false,
		headers: { 'retry-after': '7' },
	});
	const error = await errorOf('getAccount', freshCredential());
	expect(error).toMatchObject({ failure: { status: 429, outcome: 'notDone', retryAfterSeconds: 7 } });
	expect(error.description).toContain('Wait 7 seconds');
});

describe('services that cannot be reached', () => {
	test.each([
		['nothing listens', 'http://127.0.0.1:9', /^127\.0\.0\.1:9 refused the connection/],
		['an unknown host', 'https://no-such-host.invalid', /host name/],
	])('%s', async (_, baseUrl, description) => {
		const service = await serviceFor({ credential: { ...sandbox.credential, baseUrl } }, { retry: false });
		const error = errorIn(await service.call('getAccount', {}).catch((reason: unknown) => reason));
		expect(error).toMatchObject({ failure: { kind: 'unreachable', outcome: 'notDone' } });
		expect(error.message).toBe("Couldn't connect to the service");
		expect(error.description).toMatch(description);
		expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toContain(sandbox.credential.apiKey);
	});

	/** A test's `process.env` is a copy, and n8n reads the real one. */
	test('a proxy', async () => {
		runInThisContext("process.env.HTTP_PROXY = 'http://127.0.0.1:9'");
		const result = await sandbox.run({ resource: 'account', operation: 'getSummary' });
		runInThisContext('delete process.env.HTTP_PROXY');
		expect(result.error?.description).toMatch(/^127\.0\.0\.1:9 refused the connection\. .*HTTP_PROXY/);
	});

	test('a host that speaks no https', async () => {
		const baseUrl = sandbox.credential.baseUrl.replace('http:', 'https:');
		const service = await serviceFor({ credential: { ...sandbox.credential, baseUrl } }, { retry: false });
		await expect(service.call('getAccount', {})).rejects.toMatchObject({
			failure: { kind: 'unreachable', outcome: 'notDone' },
		});
	});

	test('a Base URL that is none, before anything is sent', async () => {
		const service = serviceFor({ credential: { ...sandbox.credential, baseUrl: 'ftp://example.org' } });
		await expect(service).rejects.toMatchObject({ failure: { kind: 'notSent' }, description: /Base URL/ });
	});

	test.each(['key\nwith a line break', 'key with 日本'])(
		'a key that no header can hold: %j',
		async (apiKey) => {
			const credential = { ...sandbox.credential, apiKey };
			const service = await serviceFor({ credential }, { retry: false });
			const error = errorIn(await service.call('getAccount', {}).catch((reason: unknown) => reason));
			expect(`${error.message} ${error.description}`).toMatch(/API key/i);
			expect(everythingIn([error, toNodeError(NODE, error.refusal)])).not.toMatch(/line break|日本/);
		},
	);
});
