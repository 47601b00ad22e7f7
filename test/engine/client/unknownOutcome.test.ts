import type { RadarClient, RadarClientOptions } from '../../../nodes/shared/client/radarClient';
import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import type { LostFailure } from '../../../nodes/shared/client/safeCreate/safeCreator';
import { CREATE_LOOKS_SECONDS } from '../../../nodes/shared/api/assumptions';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { FASTER, fasterWaits } from './time';

const ROOM = { perMinute: 60_000, perSecond: 1000 };
const sandbox = useSandbox({ settings: { limits: { write: ROOM, read: ROOM, bulk: ROOM } } });
const time = fasterWaits();

const service = async (
	options: RadarClientOptions = {},
	more: { stop?: AbortSignal; apiKey?: string } = {},
) => {
	const { stop, apiKey = sandbox.credential.apiKey } = more;
	return await serviceFor(
		{ credential: { ...sandbox.credential, apiKey, requestsPerSecond: 1000 }, stop },
		options,
	);
};

let serial = 0;
let definition = { radar_type: 'company_mentions', domain: '' };

/** Each test has a company of its own: what it leaves open is no concern of the others. */
beforeEach(() => (definition = { ...definition, domain: `company${serial++}.example.org` }));

const CREATE = { method: 'POST', path: '/v1/radars' };
const LIST = { method: 'GET', path: '/v1/radars' };

const errorOf = async (run: Promise<unknown>): Promise<RadarApiError> => {
	const error: unknown = await run.catch((reason: unknown) => reason);
	if (error instanceof RadarApiError) return error;
	throw new Error('It did not end with a RadarApiError');
};

const radars = () => sandbox.control.radars();
const creates = () => sandbox.requests().filter((request) => request === 'POST /v1/radars').length;
const lookWaits = () => time.waits.filter((seconds) => seconds > 1).map(Math.round);

const EMPTY_LIST = {
	status: 'success',
	code: 200,
	timestamp: new Date().toISOString(),
	message: 'ok',
	count: 0,
	limit: 500,
	has_more: false,
	data: [],
};

describe('searching', () => {
	test('ends with the first look that shows the radar', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done' });
		const radar = await (await service()).createRadar(definition);
		expect(radar).toEqual(radars()[0]);
		expect(lookWaits()).toEqual(CREATE_LOOKS_SECONDS.slice(0, 1));
	});

	test('bears a list in which new radars appear late', async () => {
		sandbox.control.change({ radars: { listDelay: 30 / FASTER } });
		sandbox.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' });
		await (await service()).createRadar(definition);
		expect(radars()).toHaveLength(1);
		expect(creates()).toBe(1);
	});

	test('after all looks it sends again, at most three times in all, and says that nothing was created', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'status', count: 10 });
		const error = await errorOf((await service()).createRadar(definition));
		expect(error).toMatchObject({ failure: { outcome: 'notDone', status: 500 } });
		expect(error.description).toMatch(/didn't appear in the list of radars within 60 seconds/);
		expect(error.description).toMatch(/Failed after 3 attempts in/);
		expect(creates()).toBe(3);
		expect(radars()).toEqual([]);
	});

	test('with Retry off it looks, and does not send again', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'status' });
		const error = await errorOf((await service({ retry: false })).createRadar(definition));
		expect(error.failure.outcome).toBe('notDone');
		expect(creates()).toBe(1);
	});

	test('where the list cannot be read the outcome stays unknown, and nothing is sent again', async () => {
		sandbox.control.addFaults(
			{ ...CREATE, kind: 'timeout', effect: 'done' },
			{ ...LIST, kind: 'status', status: 500, count: 100 },
		);
		const error = await errorOf((await service()).createRadar(definition));
		expect(error).toMatchObject({
			failure: { outcome: 'unknown' },
			message: 'The radar may or may not have been created',
		});
		expect(error.description).toMatch(/The list of radars could not be read/);
		expect(error.description).toMatch(/Retry looks for the radar first/);
		expect(creates()).toBe(1);
	});

	test('the retry timeout ends the sending, not the search', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
		const error = await errorOf((await service({ longestWaitSeconds: 0.05 })).createRadar(definition));
		expect(error).toMatchObject({ failure: { outcome: 'notDone' } });
		expect(lookWaits()).toHaveLength(CREATE_LOOKS_SECONDS.length);
		expect(creates()).toBe(1);
	});

	test('the stop button ends it at once, with the outcome unknown', async () => {
		const stop = new AbortController();
		sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
		const creating = errorOf((await service({}, { stop: stop.signal })).createRadar(definition));
		while (lookWaits().length < 3) await new Promise(setImmediate);
		stop.abort();
		expect(await creating).toMatchObject({
			failure: { outcome: 'unknown' },
			description: expect.stringContaining('The execution was stopped'),
		});
		expect(creates()).toBe(1);
	});
});

/** Pages of something between n8n and the service. */
describe('an answer that is not in the format of the service', () => {
	const page = { ...CREATE, kind: 'html' } as const;

	test.each([400, 403, 404, 422, 302])(
		'a page with status %i hides a created radar, which is found',
		async (status) => {
			sandbox.control.addFaults({ ...page, status, effect: 'done' });
			expect(await (await service()).createRadar(definition)).toEqual(radars()[0]);
			expect(creates()).toBe(1);
		},
	);

	test.each([
		['without data', { ...CREATE, kind: 'status', status: 201, replace: { data: null } }],
		['cut in the body', { ...CREATE, kind: 'truncated' }],
		['with a page', { ...page, status: 200 }],
		['without a body', { ...CREATE, kind: 'empty', status: 201, effect: 'done' }],
	] as const)('a success %s is a creation: the radar is found', async (_, fault) => {
		sandbox.control.addFaults(fault);
		expect(await (await service()).createRadar(definition)).toEqual(radars()[0]);
		expect(creates()).toBe(1);
	});

	test('a success whose radar does not appear is never sent again, also by a retry', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'empty', status: 201, effect: 'none' });
		const one = await service();
		const error = await errorOf(one.createRadar(definition));
		expect(error).toMatchObject({ failure: { outcome: 'unknown', status: 201 } });
		expect(error.description).not.toContain('Base URL');
		const again = await errorOf(one.findLostRadar(error.failure as LostFailure));
		expect(again.failure.outcome).toBe('unknown');
		expect(creates()).toBe(1);
	});

	test("an envelope with the service's code is a refusal, also in a success", async () => {
		const body = { status: 'error', code: 402, message: 'Insufficient balance', errors: [], timestamp: '' };
		sandbox.control.addFaults({ ...CREATE, kind: 'status', status: 200, body });
		const error = await errorOf((await service()).createRadar(definition));
		expect(error).toMatchObject({ failure: { outcome: 'refused', status: 402 } });
		expect(lookWaits()).toEqual([]);
	});

	test('is not sent again, and stops the other creates of the run: one minute for all', async () => {
		sandbox.control.addFaults({ ...page, status: 403, effect: 'none', count: 1000 });
		const one = await serviceFor({ credential: sandbox.credential });
		const errors = await Promise.all(
			Array.from(
				{ length: 50 },
				async (_, index) =>
					await errorOf(one.createRadar({ ...definition, domain: `firewall${index}.example.org` })),
			),
		);
		expect(errors.map(({ failure }) => failure.outcome)).toEqual(errors.map(() => 'notDone'));
		expect(errors.at(-1)?.description).toContain('Not sent, because an earlier create got this answer');
		// Those that were in flight.
		expect(creates()).toBeLessThanOrEqual(10);
		expect(lookWaits().length).toBe(creates() * CREATE_LOOKS_SECONDS.length);
	});

	test('lets the others go on once its radar is found', async () => {
		sandbox.control.addFaults({ ...page, status: 403, effect: 'done' });
		const one = await service();
		const domains = Array.from({ length: 30 }, (_, index) => `company-${serial}-${index}.example.org`);
		await Promise.all(domains.map(async (domain) => await one.createRadar({ ...definition, domain })));
		expect(radars()).toHaveLength(30);
		expect(creates()).toBe(30);
	});

	test('holds bulk requests, too', async () => {
		sandbox.control.addFaults({
			method: 'POST',
			path: '/v1/radars/bulk',
			kind: 'html',
			status: 403,
			effect: 'none',
			count: 100,
		});
		const one = await serviceFor({ credential: sandbox.credential });
		const errors = await Promise.all(
			Array.from({ length: 30 }, async () => await errorOf(one.createBulk({ radars: [definition] }))),
		);
		const sent = sandbox.requests().filter((request) => request === 'POST /v1/radars/bulk').length;
		expect(sent).toBeLessThanOrEqual(10);
		expect(errors.filter(({ failure }) => failure.outcome === 'notDone')).toHaveLength(30 - sent);
	});
});

describe('whose radar it is', () => {
	test('a create that was refused leaves nothing open: the next one for the same target is its own', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'status', status: 400 });
		const refused = await errorOf((await service()).createRadar(definition));
		expect(refused).toMatchObject({ failure: { outcome: 'refused' } });
		sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done' });
		expect(await (await service()).createRadar(definition)).toEqual(radars()[0]);
		expect(creates()).toBe(2);
	});

	test('of a create that the service committed after the last look: both radars are named', async () => {
		sandbox.control.change({ account: { duplicatesEnabled: true } });
		sandbox.control.addFaults(
			{ ...CREATE, kind: 'cut', effect: 'done' },
			{ ...LIST, kind: 'status', status: 200, body: EMPTY_LIST, count: 3 },
			{ ...CREATE, kind: 'cut', effect: 'done' },
		);
		const error = await errorOf((await service()).createRadar(definition));
		const ids = radars().map(({ radar_id: id }) => id);
		expect(ids).toHaveLength(2);
		expect(error.failure.outcome).toBe('unknown');
		expect([...(error.refusal.details?.candidates as string[])].sort()).toEqual([...ids].sort());
		for (const id of ids) expect(error.description).toContain(id);
	});
});

describe('a 409 after an unknown outcome', () => {
	/** The first try is committed after the last look, so the second one meets its radar. */
	const commitAfterTheLooks = (run: (one: RadarClient) => Promise<unknown>) => async () => {
		sandbox.control.addFaults(
			{ ...CREATE, kind: 'cut', effect: 'done' },
			{ ...LIST, kind: 'status', status: 200, body: EMPTY_LIST, count: 3 },
		);
		await run(await service());
	};
	test(
		'is the answer: the radar is the one of the first try',
		commitAfterTheLooks(async (one) => {
			const radar = await one.createRadar(definition);
			expect(radar).toEqual(radars()[0]);
			expect(radars()).toHaveLength(1);
			expect(sandbox.control.charges()).toHaveLength(1);
		}),
	);
});
