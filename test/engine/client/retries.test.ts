import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

const service = async (options = {}) => await serviceFor({ credential: sandbox.credential }, options);

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
