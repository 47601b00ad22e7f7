import { setTimeout as wait } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startHost, type Host } from '../../../tools/n8n-host/host';
import { burst, post } from './burst';
import { credentialFor, tally, TriggerWorkflow, until } from './triggerWorkflow';

/**
 * The trigger on a real n8n: activation in each delivery, a push, a poll, a redelivery, crashes between fetching and
 * running, and a burst of 1,000 events sent twice. Usage: tsx test/e2e/trigger/main.ts <packed package>
 */

const CRASHES = 4;

const failures: string[] = [];

function expectEqual(what: string, actual: unknown, expected: unknown): void {
	const isSo = JSON.stringify(actual) === JSON.stringify(expected);
	console.log(`${isSo ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(actual)}`);
	if (!isSo) failures.push(what);
}

const requests = (sandbox: Sandbox, path: string, method = 'GET'): number =>
	sandbox.control.log().filter((entry) => entry.path === path && entry.method === method).length;

const asked = (sandbox: Sandbox, before: number) => () => requests(sandbox, '/v1/updates') > before;

const createOnActivation = (domain: string) => ({
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: { radar: [{ radarType: 'company_mentions', domain }] },
});

async function webhooks(host: Host, sandbox: Sandbox, credential: string): Promise<void> {
	const workflow = await new TriggerWorkflow(host.rest, 'Webhook', {
		delivery: 'webhook',
		...createOnActivation('acme.com'),
	}).create(credential);
	await workflow.activate(() => sandbox.control.radars().length === 1);
	const [radar] = sandbox.control.radars();
	const url = String(radar?.webhook_url);
	await until('the webhook answers', async () => (await post(url, {})) === 400);
	const ids = sandbox.control
		.pushFindings({ radar_id: radar?.radar_id, count: 3 })
		.map(({ update_id: id }) => id);
	await sandbox.control.idle();
	await until('three executions', async () => (await workflow.executions()).length === 3);
	expectEqual('a push starts the workflow once', tally(ids, await workflow.outputIds()), {
		expected: 3,
		lost: 0,
		repeated: 0,
		unexpected: 0,
	});

	const event = sandbox.control.deliveries()[0]?.event;
	expectEqual('a redelivery is acknowledged', await post(url, event), 200);
	expectEqual('without the secret it is not', await post(url.split('?')[0] ?? '', event), 403);
	await host.restart();
	await until('the webhook answers again', async () => (await post(url, {})) === 400);
	expectEqual('after a restart too', await post(url, event), 200);
	await until('two more executions', async () => (await workflow.executions()).length === 5);
	expectEqual('and starts nothing', tally(ids, await workflow.outputIds()).repeated, 0);
	expectEqual('one radar was created', requests(sandbox, '/v1/radars', 'POST'), 1);
	await workflow.deactivate();
	await until('the webhook is gone', async () => (await post(url, event)) === 404);
}

async function catchUp(host: Host, sandbox: Sandbox, credential: string): Promise<void> {
	const workflow = await new TriggerWorkflow(host.rest, 'Catch-up', {
		delivery: 'webhookWithCatchUp',
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		...createOnActivation('beta.com'),
	}).create(credential);
	const before = requests(sandbox, '/v1/updates');
	const isPolled = asked(sandbox, before);
	await workflow.activate(() => isPolled() && sandbox.control.radars().length === 2);
	const radar = sandbox.control.radars().at(-1);
	sandbox.control.change({ deliveries: { attempts: 0 } });
	const ids = sandbox.control
		.pushFindings({ radar_id: radar?.radar_id, count: 2 })
		.map(({ update_id: id }) => id);
	await until('the next poll', async () => (await workflow.executions()).length > 0);
	expectEqual('catch-up fetches what a push missed', tally(ids, await workflow.outputIds()).lost, 0);
	sandbox.control.change({ deliveries: { attempts: 3 } });
	await workflow.deactivate();
}

/** n8n polls when it starts: it is killed at another moment after the answer each time. */
async function crashes(host: Host, sandbox: Sandbox, credential: string): Promise<void> {
	const workflow = await new TriggerWorkflow(host.rest, 'Polling', { delivery: 'polling' }).create(
		credential,
	);
	await workflow.activate(asked(sandbox, requests(sandbox, '/v1/updates')));
	// n8n writes down that the workflow is active only after its first poll.
	await wait(5000);
	const ids: string[] = [];
	for (let crash = 0; crash < CRASHES; crash++) {
		await host.kill();
		ids.push(...sandbox.control.pushFindings({ count: 2 }).map(({ update_id: id }) => id));
		const before = requests(sandbox, '/v1/updates');
		await host.launch();
		await until('a poll', asked(sandbox, before));
		await wait(crash * 15);
	}
	await host.kill();
	const before = requests(sandbox, '/v1/updates');
	await host.launch();
	await until('a last poll', asked(sandbox, before));
	await wait(3000);
	await workflow.retryFailed();
	const executions = await workflow.executions();
	console.log(
		`     executions after the crashes: ${executions.map(({ status, mode }) => `${mode} ${status}`).join(', ')}`,
	);
	const { lost, unexpected, repeated } = tally(ids, await workflow.outputIds());
	expectEqual(
		`${CRASHES} crashes between fetching and running lose nothing`,
		{ lost, unexpected },
		{
			lost: 0,
			unexpected: 0,
		},
	);
	console.log(`     repeated by pressing Retry as well: ${repeated}`);
	await workflow.deactivate();
}

async function main(tarball: string): Promise<void> {
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	const task = { log: (line: string) => console.log(line) };
	const host = await startHost({ tarball, port: 5900 }, task);
	try {
		const credential = await credentialFor(host, sandbox);
		await webhooks(host, sandbox, credential);
		await catchUp(host, sandbox, credential);
		await crashes(host, sandbox, credential);
		const { counts } = await burst(host, credential);
		expectEqual('1,000 events at once, and then all of them again', counts, {
			expected: 1000,
			lost: 0,
			repeated: 0,
			unexpected: 0,
		});
	} finally {
		await host.stop();
		await sandbox.stop();
	}
	if (failures.length > 0) throw new Error(`Failed: ${failures.join('; ')}`);
}

const [tarball] = process.argv.slice(2);
if (!tarball) throw new Error('Usage: tsx test/e2e/trigger/main.ts <packed package>');
void main(tarball);
