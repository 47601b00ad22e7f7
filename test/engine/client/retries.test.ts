import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

const readAccount = async (options = {}, credential = sandbox.credential) =>
	await (await serviceFor({ credential }, options)).call('getAccount', {});

test.each<[string, status: number, count: number, options: object, requests: number]>([
	['is tried three times', 500, 3, {}, 3],
	['is not tried again after the retry timeout', 503, 5, { longestWaitSeconds: 100 }, 3],
	['without retries is tried once', 500, 1, { retry: false }, 1],
])('a call that fails %s', async (_, status, count, options, requests) => {
	sandbox.control.addFaults({ kind: 'status', status, count, path: '/v1/account' });
	await expect(readAccount(options)).rejects.toMatchObject({
		failure: { status },
		description: expect.stringMatching(requests > 1 ? /Failed after 3 attempts in [\d.]+ seconds?\./ : /./),
	});
	expect(sandbox.requests()).toHaveLength(requests);
});

test('a service that comes back is used again', async () => {
	const { baseUrl } = sandbox.credential;
	const credential = { ...sandbox.credential, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') };
	sandbox.control.addFaults({ kind: 'cut' }, { kind: 'empty' });
	await expect(readAccount({}, credential)).resolves.toMatchObject({ data: { balance_remaining_usd: 1000 } });
	expect(sandbox.requests()).toHaveLength(3);
});
