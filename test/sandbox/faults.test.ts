import { setImmediate } from 'node:timers/promises';
import type { Fault } from '../../sandbox';
import { ACME, useSandbox, type Answered } from './support';

const service = useSandbox({ settings: { speed: 10 } });
const create = () => service.post('/v1/radars', ACME);
const effects = () => ({
	radars: service.control.radars().length,
	charges: service.control.charges().length,
});
const DONE = { radars: 1, charges: 1 };
const NOTHING = { radars: 0, charges: 0 };
const lastEntry = () => service.control.log().at(-1)!;

/** A creation whose client gives up once the service has come to its decision. */
async function impatient(): Promise<void> {
	const client = new AbortController();
	const sent = service.post('/v1/radars', ACME, { signal: client.signal });
	while (!['done', 'not run'].includes(service.control.log().at(-1)?.outcome ?? '')) await setImmediate();
	client.abort();
	await expect(sent).rejects.toThrow('canceled');
}

describe('kinds: what the client sees, and what the service did', () => {
	test.each<[name: string, fault: Fault, sees: (answer: Answered) => void, did: object]>([
		[
			'status 500 before the effect',
			{ kind: 'status', status: 500 },
			({ status, body }) => expect([status, body.errors]).toEqual([500, []]),
			NOTHING,
		],
		[
			'status 500 after the effect',
			{ kind: 'status', status: 500, effect: 'done' },
			({ status }) => expect(status).toBe(500),
			DONE,
		],
		[
			'status 502 without envelope',
			{ kind: 'status', status: 502, envelope: false },
			({ status, body, text }) => expect([status, body, text.length > 0]).toEqual([502, null, true]),
			NOTHING,
		],
		[
			'status 429 with Retry-After',
			{ kind: 'status', status: 429, headers: { 'retry-after': '7' } },
			({ headers, body }) =>
				expect([headers.get('retry-after'), body.errors[0].field]).toEqual(['7', 'rate_limit']),
			NOTHING,
		],
		[
			'status with a body of its own',
			{ kind: 'status', status: 400, body: { oops: true } },
			({ status, body }) => expect([status, body]).toEqual([400, { oops: true }]),
			NOTHING,
		],
		[
			'malformed JSON',
			{ kind: 'malformed' },
			({ status, body }) => expect([status, body]).toEqual([201, null]),
			DONE,
		],
		[
			'cut JSON',
			{ kind: 'truncated' },
			({ status, body, text }) =>
				expect([status, body, text.startsWith('{"status"')]).toEqual([201, null, true]),
			DONE,
		],
		[
			'HTML',
			{ kind: 'html', status: 200 },
			({ status, headers, text }) =>
				expect([status, headers.get('content-type'), text.slice(0, 5)]).toEqual([200, 'text/html', '<!DOC']),
			DONE,
		],
		['empty body', { kind: 'empty' }, ({ status, text }) => expect([status, text]).toEqual([201, '']), DONE],
		[
			'wrong types',
			{ kind: 'wrong-types' },
			({ status, body }) => expect([status, body.code, body.data]).toEqual([201, 'seventeen', []]),
			DONE,
		],
		[
			'slow body',
			{ kind: 'slow', seconds: 1 },
			({ status, body }) => expect([status, body.data.domain]).toEqual([201, 'example.com']),
			DONE,
		],
		[
			'redirect',
			{ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
			({ status, headers }) =>
				expect([status, headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/elsewhere']),
			NOTHING,
		],
	])('%s', async (_name, fault, sees, did) => {
		service.control.addFaults(fault);
		sees(await create());
		expect(effects()).toEqual(did);
		expect(lastEntry()).toMatchObject({ fault: fault.kind, chargeUsd: did === DONE ? 1 : 0 });
	});

	test.each([
		['timeout before the effect', 'none', NOTHING, 'not run'],
		['timeout after the effect', 'done', DONE, 'done'],
	] as const)('%s', async (_name, effect, did, outcome) => {
		service.control.addFaults({ kind: 'timeout', effect });
		await impatient();
		expect(effects()).toEqual(did);
		expect(lastEntry()).toMatchObject({ outcome, status: null });
	});

	test.each([
		['cut before the effect', 'none', NOTHING],
		['cut after the effect', 'done', DONE],
	] as const)('%s', async (_name, effect, did) => {
		service.control.addFaults({ kind: 'cut', effect });
		await expect(create()).rejects.toThrow('socket hang up');
		expect(effects()).toEqual(did);
	});

	test.each(['status', 'cut'] as const)('late commit: %s first, the effect after it', async (kind) => {
		service.control.addFaults({ kind, effect: 'late', lateSeconds: 2 });
		await create().catch(() => null);
		expect(effects()).toEqual(NOTHING);
		expect(lastEntry()).toMatchObject({ outcome: 'late', chargeUsd: 0 });
		await service.control.idle();
		expect(effects()).toEqual(DONE);
		expect(lastEntry()).toMatchObject({ outcome: 'done', served: 201, chargeUsd: 1 });
	});
});

describe('which requests a fault hits', () => {
	const statuses = async (...paths: string[]) => {
		const seen: number[] = [];
		for (const path of paths) seen.push((await service.get(path)).status);
		return seen;
	};

	test.each<[name: string, fault: Partial<Fault>, paths: string[], seen: number[]]>([
		['the next one', {}, ['/v1/account', '/v1/account'], [503, 200]],
		['a path', { path: '/v1/updates' }, ['/v1/account', '/v1/updates?x=1'], [200, 503]],
		[
			'a pattern',
			{ path: '/v1/radars*', count: 9 },
			['/v1/account', '/v1/radars', '/v1/radars/17'],
			[200, 503, 503],
		],
		['a method', { method: 'post', count: 9 }, ['/v1/account'], [200]],
		['the nth', { nth: 2 }, ['/v1/account', '/v1/account', '/v1/account'], [200, 503, 200]],
		['several', { count: 2 }, ['/v1/account', '/v1/account', '/v1/account'], [503, 503, 200]],
	])('%s', async (_name, fault, paths, seen) => {
		service.control.addFaults({ kind: 'status', status: 503, ...fault });
		expect(await statuses(...paths)).toEqual(seen);
	});

	test('what the body contains', async () => {
		service.control.addFaults({ kind: 'status', status: 503, bodyIncludes: 'www.w3.org' });
		expect((await service.post('/v1/radars', ACME)).status).toBe(201);
		expect((await service.post('/v1/radars', { ...ACME, domain: 'www.w3.org' })).status).toBe(503);
	});

	test('several faults, one after the other', async () => {
		service.control.addFaults({ kind: 'status', status: 500 }, { kind: 'status', status: 503 });
		expect(await statuses('/v1/account', '/v1/account', '/v1/account')).toEqual([500, 503, 200]);
		expect(service.control.faults()).toEqual([]);
	});

	test('an unknown kind is refused', () => {
		expect(() => service.control.addFaults({ kind: 'fire' as never })).toThrow('There is no fault "fire"');
	});
});
