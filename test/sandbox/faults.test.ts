import { setImmediate } from 'node:timers/promises';
import type { Fault } from '../../sandbox';
import { ACME, useSandbox } from './support';

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

const json = (body: object) => ({ body: expect.objectContaining(body) });
const location = 'http://127.0.0.1:9/elsewhere';

describe('what the client sees, and what the service did', () => {
	test.each<[fault: Fault, sees: object, did: object]>([
		[{ kind: 'status' }, { status: 500, ...json({ errors: [] }) }, NOTHING],
		[{ kind: 'status', status: 503 }, { status: 503, ...json({ errors: [] }) }, NOTHING],
		[{ kind: 'status', effect: 'done' }, { status: 500 }, DONE],
		[{ kind: 'status', status: 502, envelope: false }, { status: 502, body: null, text: /./ }, NOTHING],
		[
			{ kind: 'status', status: 429, headers: { 'retry-after': '7' } },
			{
				status: 429,
				...json({ errors: [{ field: 'rate_limit', reason: expect.any(String) }] }),
				'retry-after': '7',
			},
			NOTHING,
		],
		[{ kind: 'status', status: 400, body: { oops: true } }, { status: 400, body: { oops: true } }, NOTHING],
		[{ kind: 'malformed' }, { status: 201, body: null }, DONE],
		[{ kind: 'truncated' }, { status: 201, body: null, text: /^{"status"/ }, DONE],
		[{ kind: 'html', status: 200 }, { status: 200, 'content-type': 'text/html', text: /^<!DOC/ }, DONE],
		[{ kind: 'empty' }, { status: 201, text: /^$/ }, DONE],
		[{ kind: 'wrong-types' }, { status: 201, ...json({ code: 'seventeen', data: [] }) }, DONE],
		[{ kind: 'slow', seconds: 1 }, { status: 201, ...json({ code: 201 }) }, DONE],
		[{ kind: 'redirect', location }, { status: 302, location }, NOTHING],
	])('%j', async (fault, sees, did) => {
		service.control.addFaults(fault);
		const { headers, text, ...answer } = await create();
		const { text: expected = /.*/, ...rest } = sees as { text?: RegExp };
		expect({ ...answer, ...headers }).toMatchObject(rest);
		expect(text).toMatch(expected);
		expect(effects()).toEqual(did);
		expect(lastEntry()).toMatchObject({ fault: fault.kind, chargeUsd: did === DONE ? 1 : 0 });
	});

	test.each([
		[undefined, NOTHING, 'not run'],
		['done', DONE, 'done'],
	] as const)('no answer, with the effect %s', async (effect, did, outcome) => {
		service.control.addFaults({ kind: 'timeout', effect });
		await impatient();
		expect(effects()).toEqual(did);
		expect(lastEntry()).toMatchObject({ outcome, status: null });
		service.control.reset();
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
	const statuses = async (paths: string) => {
		const seen: number[] = [];
		for (const path of paths.split(' ')) seen.push((await service.get(`/v1/${path}`)).status);
		return seen;
	};

	test.each<[fault: Partial<Fault>, paths: string, seen: number[]]>([
		[{}, 'account account', [503, 200]],
		[{ path: '/v1/updates' }, 'account updates?x=1', [200, 503]],
		[{ path: '/v1/radars*', count: 9 }, 'account radars radars/17', [200, 503, 503]],
		[{ method: 'post', count: 9 }, 'account', [200]],
		[{ nth: 2 }, 'account account account', [200, 503, 200]],
		[{ count: 2 }, 'account account account', [503, 503, 200]],
	])('%j', async (fault, paths, seen) => {
		service.control.addFaults({ kind: 'status', status: 503, ...fault });
		expect(await statuses(paths)).toEqual(seen);
	});

	test('what the body contains', async () => {
		service.control.addFaults({ kind: 'status', status: 503, bodyIncludes: 'www.w3.org' });
		expect((await service.post('/v1/radars', ACME)).status).toBe(201);
		expect((await service.post('/v1/radars', { ...ACME, domain: 'www.w3.org' })).status).toBe(503);
	});
});
