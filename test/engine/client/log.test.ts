import { createRadarClient } from '../../../nodes/shared/client/radarClient';
import { useSandbox } from '../support/sandbox';
import { executeContext } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

/** A client, and what it logs, by level. */
async function loggingClient(longestWaitSeconds = 600) {
	const context = executeContext({ credential: sandbox.credential });
	const lines: string[] = [];
	for (const level of ['debug', 'info', 'warn', 'error'] as const) {
		jest.spyOn(context.logger, level).mockImplementation((text) => lines.push(`${level}: ${text}`));
	}
	return { client: await createRadarClient(context, { longestWaitSeconds }), lines };
}

const fail = (fault: { status: number; count?: number; body?: object; headers?: Record<string, string> }) =>
	sandbox.control.addFaults({ kind: 'status', ...fault });

test('what succeeds at once, or is refused by the service, logs nothing', async () => {
	const { client, lines } = await loggingClient();
	await client.call('getAccount', {});
	fail({ status: 400 });
	await expect(client.call('reveal', { body: { ip: '8.8.8.8' } })).rejects.toMatchObject({
		failure: { outcome: 'refused' },
	});
	expect(lines).toEqual([]);
});

test('each retry is one line for debugging', async () => {
	const { client, lines } = await loggingClient();
	fail({ status: 500, count: 1 });
	sandbox.control.addFaults({ kind: 'cut' });
	await client.call('getAccount', {});
	expect(lines).toEqual([
		expect.stringMatching(
			/^debug: Company Radar: getAccount failed \(status 500\), retrying after \d\.\d s$/,
		),
		expect.stringMatching(/^debug: Company Radar: getAccount failed \(cut\), retrying after \d\.\d s$/),
	]);
});

test('so is a 429, and the wait after it', async () => {
	const { client, lines } = await loggingClient();
	fail({ status: 429, headers: { 'retry-after': '2' } });
	await client.call('getAccount', {});
	expect(lines).toEqual([
		'debug: Company Radar: getAccount failed (status 429), retrying after 0.0 s',
		expect.stringMatching(/^debug: Company Radar: getAccount waited [\d.]+ s for the rate limit$/),
	]);
});

test('what has finally failed is a warning, without key or personal data', async () => {
	const { client, lines } = await loggingClient();
	fail({ status: 503, count: 5 });
	const create = client.createRadar({
		radar_type: 'contact_job_changes',
		domain: 'lovelace-analytics.example.com',
		email: 'Ada@w3.org',
		full_name: 'Ada Lovelace',
	});
	await expect(create).rejects.toMatchObject({ failure: { status: 503 } });
	expect(lines.at(-1)).toBe('warn: Company Radar: createRadar failed after 5 attempts (status 503)');
	expect(lines.join('\n')).not.toMatch(new RegExp(`${sandbox.credential.apiKey}|ada@|lovelace`, 'i'));
});

test('so is a request that can get no turn in time', async () => {
	const { client, lines } = await loggingClient(1);
	fail({ status: 429, headers: { 'retry-after': '30' } });
	await expect(client.call('getAccount', {})).rejects.toMatchObject({ failure: { status: 429 } });
	expect(lines.at(-1)).toBe('warn: Company Radar: getAccount failed after 1 attempt (waitedTooLong)');
});
