import type { RadarClient, RadarClientOptions } from '../../../nodes/shared/client/radarClient';
import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import type { LostFailure } from '../../../nodes/shared/client/safeCreate/safeCreator';
import { CREATE_LOOKS_SECONDS } from '../../../nodes/shared/api/assumptions';
import type { RadarDefinition } from '../../../nodes/shared/api/types';
import type { Fault } from '../../../sandbox';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const ROOM = { perMinute: 60_000, perSecond: 1000 };
const sandbox = useSandbox({ settings: { limits: { write: ROOM, read: ROOM, bulk: ROOM } } });
const time = fasterWaits();

interface More {
	stop?: AbortSignal;
	executionId?: string;
	/** Requests per second. */
	pace?: number;
}

const clientFor = async (options: RadarClientOptions = {}, { pace = 1000, ...context }: More = {}) =>
	await serviceFor({ credential: { ...sandbox.credential, requestsPerSecond: pace }, ...context }, options);

let serial = 0;
let definition: RadarDefinition = { radar_type: 'company_mentions', domain: '' };

/** Each test has a company of its own: what it leaves open is no concern of the others. */
beforeEach(() => (definition = { ...definition, domain: `company${serial++}.example.org` }));

const CREATE = { method: 'POST', path: '/v1/radars' };
const CREATE_BULK = { method: 'POST', path: '/v1/radars/bulk' };
const LIST = { method: 'GET', path: '/v1/radars' };
const CUT = { kind: 'cut' } as const;
const LOST = { ...CUT, effect: 'done' } as const;
const PAGE = { ...CREATE, kind: 'html' } as const;

const errorOf = async (run: Promise<unknown>): Promise<RadarApiError> => {
	const error: unknown = await run.catch((reason: unknown) => reason);
	if (error instanceof RadarApiError) return error;
	throw new Error('It did not end with a RadarApiError');
};

const radars = () => sandbox.control.radars();
const ids = () => radars().map(({ radar_id: id }) => id);
const creates = () => sandbox.requests().filter((request) => request === 'POST /v1/radars').length;
const lookWaits = () => time.waits.filter((seconds) => seconds > 1).map(Math.round);

describe('A create whose answer is lost', () => {
	test('in silence is found with the first look', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done' });
		expect([await (await clientFor()).createRadar(definition)]).toEqual(radars());
		expect(creates()).toBe(1);
		expect(lookWaits()).toEqual(CREATE_LOOKS_SECONDS.slice(0, 1));
	});

	test.each<[string, Fault[], RadarClientOptions, creates: number, outcome: string, words: RegExp]>([
		[
			'is sent three times at most, and then surely not done',
			[{ ...CREATE, kind: 'status', count: 10 }],
			{},
			3,
			'notDone',
			/didn't appear in the list of radars within 60 seconds.*Failed after 3 attempts in/s,
		],
		['with Retry off is looked for', [{ ...CREATE, kind: 'status' }], { retry: false }, 1, 'notDone', /./],
		[
			'after the retry timeout is still looked for to the end',
			[{ ...CREATE, ...CUT }],
			{ longestWaitSeconds: 0.05 },
			1,
			'notDone',
			/./,
		],
		[
			'is unknown where the list cannot be read',
			[
				{ ...CREATE, kind: 'timeout', effect: 'done' },
				{ ...LIST, kind: 'status', status: 500, count: 100 },
			],
			{},
			1,
			'unknown',
			/The list of radars could not be read.*Retry looks for the radar first/s,
		],
	])('%s', async (_, faults, options, sent, outcome, words) => {
		sandbox.control.addFaults(...faults);
		const error = await errorOf((await clientFor(options)).createRadar(definition));
		expect(error.failure.outcome).toBe(outcome);
		expect(error.description).toMatch(words);
		if (outcome === 'unknown') expect(error.message).toBe('The radar may or may not have been created');
		else expect(lookWaits()).toHaveLength(sent * CREATE_LOOKS_SECONDS.length);
		expect(creates()).toBe(sent);
	});

	test('but was a success is never sent again, also by a retry', async () => {
		sandbox.control.addFaults({ ...CREATE, kind: 'empty', status: 201, effect: 'none' });
		const client = await clientFor();
		const error = await errorOf(client.createRadar(definition));
		const again = await errorOf(client.findLostRadar(error.failure as LostFailure));
		for (const { failure } of [error, again])
			expect(failure).toMatchObject({ outcome: 'unknown', status: 201 });
		expect(creates()).toBe(1);
	});

	describe('and whose radar appears after the last look', () => {
		const empty = {
			status: 'success',
			code: 200,
			message: '',
			count: 0,
			limit: 500,
			has_more: false,
			data: [],
		};
		const body = { ...empty, timestamp: '2026-11-21T12:00:00.000Z' };
		const unseen: Fault = { ...LIST, kind: 'status', status: 200, body, count: 3 };

		test('gets the radar that the next attempt meets', async () => {
			sandbox.control.addFaults({ ...CREATE, ...LOST }, unseen);
			expect([await (await clientFor()).createRadar(definition)]).toEqual(radars());
			expect([creates(), sandbox.control.charges().length]).toEqual([2, 1]);
		});

		test('names both radars where duplicates are allowed', async () => {
			sandbox.control.change({ account: { duplicatesEnabled: true } });
			sandbox.control.addFaults({ ...CREATE, ...LOST }, unseen, { ...CREATE, ...LOST });
			const { failure, refusal, description } = await errorOf((await clientFor()).createRadar(definition));
			expect(failure.outcome).toBe('unknown');
			expect([...(refusal.details?.candidates as string[])].sort()).toEqual(ids().sort());
			expect(ids()).toHaveLength(2);
			for (const id of ids()) expect(description).toContain(id);
		});
	});

	test('is unknown at once when the run is stopped', async () => {
		const stop = new AbortController();
		sandbox.control.addFaults({ ...CREATE, ...CUT });
		const creating = errorOf((await clientFor({}, { stop: stop.signal })).createRadar(definition));
		while (lookWaits().length < 3) await new Promise(setImmediate);
		stop.abort();
		expect(await creating).toMatchObject({
			failure: { outcome: 'unknown' },
			description: expect.stringContaining('The execution was stopped'),
		});
		expect(creates()).toBe(1);
	});

	test.each([
		['an envelope with a code is a refusal, also in a success', 200, 402],
		['a refusal leaves nothing open: the next create of the same target is its own', 400, 400],
	])('%s', async (_, status, code) => {
		const body = { status: 'error', code, message: 'Insufficient balance', errors: [], timestamp: '' };
		sandbox.control.addFaults({ ...CREATE, kind: 'status', status, body });
		const error = await errorOf((await clientFor()).createRadar(definition));
		expect(error).toMatchObject({ failure: { outcome: 'refused', status: code } });
		expect(lookWaits()).toEqual([]);
		sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done' });
		expect([await (await clientFor()).createRadar(definition)]).toEqual(radars());
		expect(creates()).toBe(2);
	});
});

describe('A page instead of an answer', () => {
	const many = (count: number, run: (client: RadarClient, domain: string) => Promise<unknown>) =>
		clientFor({}, { pace: 10 }).then(
			async (client) =>
				await Promise.all(
					Array.from(
						{ length: count },
						async (_, index) => await run(client, `${serial}-${index}.example.org`),
					),
				),
		);

	test('stops the other creates of the run: one minute for all', async () => {
		sandbox.control.addFaults({ ...PAGE, status: 403, effect: 'none', count: 1000 });
		const errors = await many(50, (client, domain) => errorOf(client.createRadar({ ...definition, domain })));
		const outcomes = (errors as RadarApiError[]).map(({ failure }) => failure.outcome);
		expect(outcomes).toEqual(outcomes.map(() => 'notDone'));
		expect((errors.at(-1) as RadarApiError).description).toContain(
			'Not sent, because an earlier create got this answer',
		);
		// Those that were in flight.
		expect(creates()).toBeLessThanOrEqual(10);
		expect(lookWaits().length).toBe(creates() * CREATE_LOOKS_SECONDS.length);
	});

	test('lets the others go on once its radar is found', async () => {
		sandbox.control.addFaults({ ...PAGE, status: 403, effect: 'done' });
		await many(30, (client, domain) => client.createRadar({ ...definition, domain }));
		expect([radars().length, creates()]).toEqual([30, 30]);
	});

	test('holds bulk requests, too', async () => {
		sandbox.control.addFaults({ ...CREATE_BULK, kind: 'html', status: 403, effect: 'none', count: 100 });
		const errors = await many(30, (client) => errorOf(client.createBulk({ radars: [definition] })));
		const sent = sandbox.requests().filter((request) => request === 'POST /v1/radars/bulk').length;
		expect(sent).toBeLessThanOrEqual(10);
		const notDone = (errors as RadarApiError[]).filter(({ failure }) => failure.outcome === 'notDone');
		expect(notDone).toHaveLength(30 - sent);
	});
});

describe('Whose radar it is, where duplicates are allowed', () => {
	beforeEach(() => sandbox.control.change({ account: { duplicatesEnabled: true } }));

	const run = async (executionId: string) => await clientFor({}, { executionId });

	test('a radar of another create is neither taken nor named', async () => {
		sandbox.control.addFaults(
			{ ...CREATE, ...LOST },
			{ ...LIST, kind: 'status', status: 500, count: 9 },
			{ ...CREATE, ...CUT },
		);
		const lost = await errorOf((await run('1')).createRadar(definition));
		expect(lost.failure).toMatchObject({ outcome: 'unknown', candidates: [] });
		const [before] = ids();
		const { radar_id: second } = await (await run('2')).createRadar(definition);
		expect(ids().filter((id) => id !== before)).toEqual([second]);
	});

	test('once a new radar comes back without its tag, lost creates stay unknown and are not sent again', async () => {
		const data = { radar_id: 'x', radar_type: 'company_mentions', custom_fields: {} };
		sandbox.control.addFaults({ ...CREATE, kind: 'status', status: 201, replace: { data } });
		const one = await run('1');
		await one.createRadar(definition);
		sandbox.control.addFaults({ ...CREATE, ...CUT });
		const error = await errorOf(one.createRadar(definition));
		expect(error.failure.outcome).toBe('unknown');
		expect(error.description).toContain('custom fields');
		expect(ids()).toHaveLength(1);
	});
});

describe('What an earlier attempt may have done stays unknown', () => {
	test.each<Partial<Fault>>([
		{ kind: 'status', status: 429 },
		{ kind: 'status', status: 503 },
		{ kind: 'status', status: 404 },
		{ kind: 'redirect' },
	])('a deactivation that was cut off after its effect, before %j', async (later) => {
		sandbox.control.seed({ radars: 1, updates: 0 });
		const hit = { method: 'DELETE', path: '/v1/radars/*' };
		const headers = { 'retry-after': '0' };
		sandbox.control.addFaults({ ...hit, ...LOST }, { ...hit, ...later, count: 100, headers } as Fault);
		const client = await clientFor({ longestWaitSeconds: 5 });
		const error = await errorOf(client.call('deactivateRadar', { id: String(ids()[0]) }));
		expect(error.failure.outcome).toBe('unknown');
		expect(error.message).toBe('The radar may or may not have been deactivated');
		expect(error.description).not.toMatch(/[Nn]othing was/);
		expect(radars()[0]?.radar_status).toBe('inactive');
	});
});
