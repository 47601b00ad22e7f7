import { operations } from '../../sandbox/document/document';
import { ACME, envelope, UNKNOWN_ID, useSandbox, type Answered } from './support';

const service = useSandbox({ settings: { unlimited: false } });

const BODIES: Record<string, unknown> = {
	createRadar: ACME,
	createRadarsInBulk: { radars: [ACME] },
	deactivateRadarsInBulk: { radar_ids: [UNKNOWN_ID] },
	sendTestEvent: { radar_type: 'company_reviews' },
	revealCompany: { ip: '8.8.8.8' },
};
const LIMITS = { write: 100, read: 200, bulk: 10 };

const header = ({ headers }: Pick<Answered, 'headers'>, name: string) =>
	Number(headers.get(`x-ratelimit-${name}`));

const call = (id: string) => {
	const operation = operations.find((one) => one.id === id)!;
	return service.call(operation.method, operation.path.replace(/\{\w+\}/, UNKNOWN_ID), { body: BODIES[id] });
};
const limit = (budget: keyof typeof LIMITS, perMinute: number, perSecond: number | null = null) =>
	service.control.change({ limits: { [budget]: { perMinute, perSecond } } });

beforeEach(() => service.control.clock({ stopped: true }));
afterEach(async () => await service.control.idle());

test.each([
	['createRadar', 'write'],
	['revealCompany', 'write'],
	['listRadars', 'read'],
	['getRadar', 'read'],
	['listUpdates', 'read'],
	['getAccount', 'read'],
	['deactivateRadar', 'read'],
	['createRadarsInBulk', 'bulk'],
	['deactivateRadarsInBulk', 'bulk'],
] as const)('%s takes one token of %s', async (id, budget) => {
	const answer = await call(id);
	const [perMinute] = [LIMITS[budget]];
	expect(['limit', 'remaining', 'reset'].map((name) => header(answer, name))).toEqual([
		perMinute,
		perMinute - 1,
		Math.ceil(60 / perMinute),
	]);
});

test('creates and lookups share a budget, and bulk requests another, which is of the account', async () => {
	const answers = [];
	for (const id of ['createRadar', 'revealCompany', 'createRadarsInBulk', 'deactivateRadarsInBulk'])
		answers.push(await call(id));
	const radars = Array.from({ length: 1_000 }, (_, index) => ({ ...ACME, domain: `c${index}.example.com` }));
	answers.push(await service.post('/v1/radars/bulk', { radars }, { key: service.keys.withoutReveal }));
	expect(answers.map((answer) => header(answer, 'remaining'))).toEqual([99, 98, 9, 8, 7]);
});

test.each([
	['createRadar', 'write'],
	['getAccount', 'read'],
	['deactivateRadarsInBulk', 'bulk'],
] as const)(
	'%s: full at the start, empty after the limit of %s, refilled all the time',
	async (id, budget) => {
		const perMinute = LIMITS[budget];
		limit(budget, perMinute);
		for (let sent = 0; sent < perMinute; sent += 1) expect((await call(id)).status).not.toBe(429);
		expect((await call(id)).status).toBe(429);
		service.control.clock({ advance: 60 / perMinute });
		expect((await call(id)).status).not.toBe(429);
		service.control.clock({ advance: 3_600 });
		expect(header(await call(id), 'remaining')).toBe(perMinute - 1);
	},
);

test('a burst is refused for a second, whatever is left of the minute', async () => {
	limit('read', 10_000, 10);
	const send = async (count: number) =>
		await Promise.all(Array.from({ length: count }, () => call('getAccount')));
	const refused = (await send(30)).filter(({ status }) => status === 429);
	expect(refused).toHaveLength(20);
	expect(refused[0]).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'burst' }]));
	expect(refused[0]?.headers.get('retry-after')).toBe('1');
	service.control.clock({ advance: 1 });
	expect((await send(11)).map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429]);
});

test('an empty budget names the seconds until it has room, and nothing is done', async () => {
	limit('write', 2);
	for (const domain of ['one', 'two', 'three'])
		await service.post('/v1/radars', { ...ACME, domain: `${domain}.example.com` });
	const refused = await call('revealCompany');
	expect(refused).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'minute' }]));
	expect([header(refused, 'limit'), header(refused, 'remaining')]).toEqual([2, 0]);
	expect(refused.headers.get('retry-after')).toBe('30');
	expect(refused.body.message).toContain('30');
	expect(service.control.charges()).toHaveLength(2);
	service.control.clock({ advance: 30 });
	expect((await call('revealCompany')).status).toBe(200);
});

test('an empty budget of bulk requests is said in a fixed text', async () => {
	limit('bulk', 1);
	await call('createRadarsInBulk');
	const refused = await call('createRadarsInBulk');
	expect(refused).toMatchObject(envelope(429, [{ field: 'rate_limit', reason: 'minute' }]));
	expect(refused.body.message).not.toMatch(/\d/);
	expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
	expect([header(refused, 'limit'), header(refused, 'remaining')]).toEqual([1, 0]);
});

test('a speed multiplies the limits, and without limits nothing is refused', async () => {
	service.control.change({ speed: 60 });
	expect([await call('createRadar'), await call('getAccount')].map((one) => header(one, 'limit'))).toEqual([
		6_000, 12_000,
	]);
	service.control.change({ unlimited: true, speed: 1 });
	const answers = await Promise.all(Array.from({ length: 300 }, () => call('getAccount')));
	expect(answers.every(({ status }) => status === 200)).toBe(true);
});
