import { operations } from '../../sandbox/document/document';
import { ACME, UNKNOWN_ID, useSandbox, type Answered } from './support';

const service = useSandbox({ settings: { unlimited: false } });

const BODIES: Record<string, unknown> = {
	createRadar: ACME,
	createRadarsInBulk: { radars: [ACME] },
	deactivateRadarsInBulk: { radar_ids: [UNKNOWN_ID] },
	sendTestEvent: { radar_type: 'company_reviews' },
	revealCompany: { ip: '8.8.8.8' },
};
const LIMITS = { write: '100', read: '200', bulk: '10' };
const header = (answer: Pick<Answered, 'headers'>, name: string) =>
	Number(answer.headers.get(`x-ratelimit-${name}`));

const call = (id: string) => {
	const operation = operations.find((one) => one.id === id)!;
	return service.call(operation.method, operation.path.replace(/\{\w+\}/, UNKNOWN_ID), { body: BODIES[id] });
};

beforeEach(() => service.control.clock({ stopped: true }));

describe('the three buckets', () => {
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
	] as const)('%s uses the %s bucket, one token', async (id, bucket) => {
		const answer = await call(id);
		expect(answer.headers.get('x-ratelimit-limit')).toBe(LIMITS[bucket]);
		expect(header(answer, 'remaining')).toBe(Number(LIMITS[bucket]) - 1);
		expect(header(answer, 'reset')).toBe(Math.ceil(60 / Number(LIMITS[bucket])));
		await service.control.idle();
	});

	test('creation and reveal share one, bulk create and bulk delete another', async () => {
		const answers = [];
		for (const id of ['createRadar', 'revealCompany', 'createRadarsInBulk', 'deactivateRadarsInBulk']) {
			answers.push(await call(id));
		}
		expect(answers.map((answer) => header(answer, 'remaining'))).toEqual([99, 98, 9, 8]);
		await service.control.idle();
	});

	test('bulk: 1 token per request whatever the items; the bulk bucket is of the account', async () => {
		const radars = Array.from({ length: 1_000 }, (_, index) => ({
			...ACME,
			domain: `c${index}.example.com`,
		}));
		const answer = await service.post('/v1/radars/bulk', { radars });
		expect(header(answer, 'remaining')).toBe(9);
		const same = await service.post(
			'/v1/radars/bulk',
			{ radars: [ACME] },
			{ key: service.keys.withoutReveal },
		);
		expect(header(same, 'remaining')).toBe(8);
		await service.control.idle();
	});

	test('10 per second, then a burst is refused; the second refills', async () => {
		const send = (count: number) =>
			Promise.all(Array.from({ length: count }, () => service.get('/v1/account')));
		service.control.change({ limits: { read: { perMinute: 10_000 } } });
		const refused = (await send(30)).filter(({ status }) => status === 429);
		expect(refused).toHaveLength(20);
		service.control.clock({ advance: 1 });
		expect((await send(10)).map(({ status }) => status)).toEqual(Array(10).fill(200));
		expect((await send(1)).map(({ status }) => status)).toEqual([429]);
	});

	test.each([
		['write', 'createRadar', 100],
		['read', 'getAccount', 200],
		['bulk', 'deactivateRadarsInBulk', 10],
	] as const)(
		'%s: full at start, empty after its limit, refilled continuously',
		async (bucket, id, limit) => {
			service.control.change({ limits: { [bucket]: { perSecond: null } } });
			const answers = [];
			for (let sent = 0; sent < limit; sent += 1) answers.push(await call(id));
			expect(answers.filter(({ status }) => status === 429)).toEqual([]);
			expect((await call(id)).status).toBe(429);
			service.control.clock({ advance: 60 / limit });
			expect((await call(id)).status).not.toBe(429);
			service.control.clock({ advance: 3_600 });
			expect(header(await call(id), 'remaining')).toBe(limit - 1);
		},
	);
});

describe('higher limits', () => {
	test('a speed multiplies the limits, and the headers tell', async () => {
		service.control.change({ speed: 60 });
		expect(header(await call('createRadar'), 'limit')).toBe(6_000);
		expect(header(await call('getAccount'), 'limit')).toBe(12_000);
	});

	test('unlimited: nothing is ever refused', async () => {
		service.control.change({ unlimited: true });
		const answers = await Promise.all(Array.from({ length: 300 }, () => call('getAccount')));
		expect(answers.every(({ status }) => status === 200)).toBe(true);
	});
});

test('a refused request without a valid key uses no budget', async () => {
	await service.get('/v1/account', { key: 'wrong' });
	expect(header(await service.get('/v1/account'), 'remaining')).toBe(199);
});
