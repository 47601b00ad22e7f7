import type { Fault } from '../../sandbox';
import { ACME, useSandbox } from './support';

const service = useSandbox({ settings: { speed: 10 } });

/** What the client sees of a fault, and what the service does, is shown by test/engine/faults. */
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

test('a redirect leads where it is told to', async () => {
	const location = 'http://127.0.0.1:9/elsewhere';
	service.control.addFaults({ kind: 'redirect', location });
	const { status, headers } = await service.get('/v1/account');
	expect([status, headers.get('location')]).toEqual([302, location]);
});
