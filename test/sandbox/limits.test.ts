import { operations } from '../../sandbox/document/document';
import { ACME, envelope, UNKNOWN_ID, useSandbox, type Answered } from './support';

const service = useSandbox({ settings: { unlimited: false } });

const BODIES: Record<string, unknown> = {
	createRadar: ACME,
	createRadarsInBulk: { radars: [ACME] },
	deactivateRadarsInBulk: { radar_ids: [UNKNOWN_ID] },
	revealCompany: { ip: '8.8.8.8' },
};

const header = ({ headers }: Pick<Answered, 'headers'>, name: string) =>
	Number(headers.get(`x-ratelimit-${name}`));

const call = (id: string, key = service.keys.full) => {
	const { method, path } = operations.find((one) => one.id === id)!;
	return service.call(method, path.replace(/\{\w+\}/, UNKNOWN_ID), { body: BODIES[id], key });
};

const statusesOf = async (id: string, count: number) => {
	const statuses: number[] = [];
	for (let sent = 0; sent < count; sent++) statuses.push((await call(id)).status);
	return statuses.map((status) => status === 429);
};

beforeEach(() => service.control.clock({ stopped: true }));
afterEach(async () => await service.control.idle());

test.each([
	['createRadar revealCompany', 100],
	['listRadars getRadar listUpdates getAccount deactivateRadar', 200],
	['createRadarsInBulk deactivateRadarsInBulk', 10],
])('%s share a budget of %i a minute', async (ids, perMinute) => {
	for (const [index, id] of ids.split(' ').entries()) {
		const answer = await call(id);
		expect([header(answer, 'limit'), header(answer, 'remaining')]).toEqual([
			perMinute,
			perMinute - 1 - index,
		]);
		expect(header(answer, 'reset')).toBe(Math.ceil((60 * (index + 1)) / perMinute));
	}
});

test('the budget of bulk requests is that of the account, the others those of the key', async () => {
	for (const [id, left] of [['createRadarsInBulk', 8] as const, ['getAccount', 199] as const]) {
		await call(id);
		expect(header(await call(id, service.keys.withoutReveal), 'remaining')).toBe(left);
	}
});

test.each([
	['createRadar', 'write'],
	['getAccount', 'read'],
	['deactivateRadarsInBulk', 'bulk'],
] as const)('%s: full at the start, refused when empty, and refilled all the time', async (id, budget) => {
	service.control.change({ limits: { [budget]: { perMinute: 2, perSecond: null } } });
	expect(await statusesOf(id, 3)).toEqual([false, false, true]);
	const refused = await call(id);
	expect(refused).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'minute' }]));
	expect([header(refused, 'limit'), header(refused, 'remaining')]).toEqual([2, 0]);
	expect(refused.headers.get('retry-after')).toBe('30');
	expect(/30/.test(refused.body.message)).toBe(budget !== 'bulk');
	service.control.clock({ advance: 30 });
	expect(await statusesOf(id, 2)).toEqual([false, true]);
	service.control.clock({ advance: 3_600 });
	expect(header(await call(id), 'remaining')).toBe(1);
});

test('a burst is refused for a second, whatever is left of the minute', async () => {
	service.control.change({ limits: { read: { perMinute: 10_000, perSecond: 10 } } });
	expect((await statusesOf('getAccount', 30)).filter(Boolean)).toHaveLength(20);
	const refused = await call('getAccount');
	expect(refused).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'burst' }]));
	expect(refused.headers.get('retry-after')).toBe('1');
	service.control.clock({ advance: 1 });
	expect((await statusesOf('getAccount', 11)).filter(Boolean)).toHaveLength(1);
});

test('a speed multiplies the limits, and without limits nothing is refused', async () => {
	service.control.change({ speed: 60 });
	expect(header(await call('createRadar'), 'limit')).toBe(6_000);
	service.control.change({ unlimited: true, speed: 1, limits: { read: { perMinute: 1 } } });
	expect(await statusesOf('getAccount', 2)).toEqual([false, false]);
});
