import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
const time = fasterWaits();

const service = async (options = {}) => await serviceFor({ credential: sandbox.credential }, options);

/** The waits between tries, apart from those for the rate limit. */
const waits = () => time.waits.filter((seconds) => seconds >= 0.5).map(Math.round);

const failTimes = (count: number, status: number) =>
	sandbox.control.addFaults({ kind: 'status', status, count, path: '/v1/account' });

test('a 500 is tried three times', async () => {
	failTimes(2, 500);
	await expect((await service()).call('getAccount', {})).resolves.toMatchObject({
		data: { balance_remaining_usd: 1000 },
	});
	failTimes(3, 500);
	await expect((await service()).call('getAccount', {})).rejects.toMatchObject({
		failure: { status: 500 },
		description: expect.stringMatching(/Failed after 3 attempts in [\d.]+ seconds?\./),
	});
	expect(sandbox.requests()).toHaveLength(6);
});

test('a 503 is tried five times, after 30, 60, 120 and 240 seconds and a little more', async () => {
	failTimes(5, 503);
	await expect((await service()).call('getAccount', {})).rejects.toMatchObject({
		failure: { status: 503 },
		description: expect.stringContaining('Failed after 5 attempts'),
	});
	expect(sandbox.requests()).toHaveLength(5);
	[30, 60, 120, 240].forEach((seconds, index) => {
		expect(waits()[index]).toBeGreaterThanOrEqual(seconds);
		expect(waits()[index]).toBeLessThanOrEqual(seconds * 1.2);
	});
});

test('the retry timeout ends it before a wait that would pass it', async () => {
	failTimes(5, 503);
	await expect((await service({ longestWaitSeconds: 100 })).call('getAccount', {})).rejects.toMatchObject({
		failure: { status: 503 },
	});
	expect(sandbox.requests()).toHaveLength(3);
});

test('without retries it is tried once', async () => {
	failTimes(1, 500);
	await expect((await service({ retry: false })).call('getAccount', {})).rejects.toMatchObject({
		failure: { status: 500 },
	});
	expect(sandbox.requests()).toHaveLength(1);
});

test('a service that comes back is used again', async () => {
	const { baseUrl } = sandbox.credential;
	const credential = { ...sandbox.credential, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') };
	sandbox.control.addFaults({ kind: 'cut' }, { kind: 'empty' });
	await expect((await serviceFor({ credential })).call('getAccount', {})).resolves.toBeDefined();
	expect(sandbox.requests()).toHaveLength(3);
});
