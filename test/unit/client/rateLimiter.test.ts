import { AbortGroup, clock, MAX_IN_FLIGHT } from '../../../nodes/shared/host/clock';
import { fastTime, normalTime } from '../../engine/faults/fastTime';
import { RateLimiter } from '../../../nodes/shared/client/rateLimit/rateLimiter';

beforeAll(fastTime);
afterAll(normalTime);
afterEach(() => jest.restoreAllMocks());

const LOOKUP = { endpoint: 'reveal' } as const;

/** Asks for a permit within these seconds. */
const acquire = async (limiter: RateLimiter, seconds: number) =>
	await limiter.acquire(LOOKUP, {
		execution: '1',
		deadline: clock.now() + seconds * 1000,
		stop: new AbortGroup(),
	});

const permitted = async (limiter: RateLimiter) => {
	const permit = await acquire(limiter, 30);
	if (!('returnPermit' in permit)) throw new Error(permit.kind);
	return permit;
};

/** A limiter with as many requests in flight as it allows. */
async function fullLimiter() {
	const limiter = new RateLimiter();
	limiter.setPerSecond(1_000_000);
	const permits = await Promise.all(
		Array.from({ length: MAX_IN_FLIGHT }, async () => await permitted(limiter)),
	);
	return { limiter, permits };
}

test('of more than 512 slow requests, the next one is sent when one of them ends', async () => {
	const { limiter, permits } = await fullLimiter();
	const next = acquire(limiter, 10);
	const started = clock.now();
	permits[0]?.returnPermit({});
	expect(await next).toHaveProperty('returnPermit');
	expect(clock.now() - started).toBeLessThan(5000);
});

test('behind 512 slow requests, each waits until its own deadline', async () => {
	const { limiter } = await fullLimiter();
	const sleep = jest.spyOn(clock, 'sleep');
	const started = clock.now();
	const waited = await Promise.all(
		[3, 1].map(async (seconds) => {
			expect(await acquire(limiter, seconds)).toMatchObject({ kind: 'waitedTooLong' });
			return clock.now() - started;
		}),
	);
	expect(waited[0]).toBeGreaterThanOrEqual(3000);
	expect(waited[1]).toBeGreaterThanOrEqual(1000);
	expect(waited[1]).toBeLessThan(waited[0] ?? 0);
	// It sleeps from deadline to deadline.
	expect(Math.max(...sleep.mock.calls.map(([milliseconds]) => milliseconds))).toBeLessThanOrEqual(3000);
	expect(sleep.mock.calls.length).toBeLessThan(10);
});

test('on a used-up budget, a request is refused at once if its deadline is too near, and another one waits', async () => {
	const limiter = new RateLimiter();
	const first = await permitted(limiter);
	first.returnPermit({ pauseSeconds: 3 });
	const started = clock.now();
	const [near, far] = [acquire(limiter, 2.9), acquire(limiter, 60)];
	expect(await near).toMatchObject({ kind: 'waitedTooLong', retryAfterSeconds: expect.any(Number) });
	expect(clock.now() - started).toBeLessThan(2000);
	expect(await far).toHaveProperty('returnPermit');
	expect(clock.now() - started).toBeGreaterThan(2900);
});
