import { startSandbox, type Sandbox } from '../../../sandbox';
import { startHost, type Host } from '../../../tools/n8n-host/host';
import { compared, type Finding, type Section } from '../section';
import { sqliteOf } from './database';
import { eventsNamed, newFindings, pollEverySeconds, post } from './deliver';
import { filters } from './filters';
import { onceEach, tally } from './executions';
import { createOnActivation, credentialFor, TriggerWorkflow, type TriggerPlace } from './triggerWorkflow';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';

const requests = (sandbox: Sandbox, path: string, method: string): number =>
	sandbox.control.log().filter((entry) => entry.path === path && entry.method === method).length;

async function webhook(host: Host, sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Webhook', {
		delivery: 'webhook',
		...createOnActivation('acme.example'),
	});
	await workflow.activate();
	const url = String(sandbox.control.radars()[0]?.webhook_url);
	const ids = newFindings(sandbox, 3);
	await sandbox.control.idle();
	await workflow.settled(3);
	const pushed = tally(ids, await workflow.outputIds());

	const event = sandbox.control.deliveries()[0]?.event;
	const redelivered = await post(url, event);
	const [answered] = eventsNamed('answered', 1);
	const { data: answer } = await loopback.post<unknown>(url, answered);
	const withoutSecret = await post(url.split('?')[0] ?? '', event);
	// n8n doesn't try again to publish what fails when it starts.
	sandbox.control.addFaults({ kind: 'status', status: 503, path: '*', count: 1000 });
	await host.restart();
	await until('the webhook answers again', async () => (await post(url, {})) === 400);
	const afterRestart = await post(url, event);
	sandbox.control.clearFaults();
	await workflow.settled(4);
	const repeated = tally([...ids, 'answered-0'], await workflow.outputIds());
	await workflow.deactivate();
	await until('the webhook is gone', async () => (await post(url, event)) === 404);
	return [
		compared('webhook: three findings', pushed, onceEach(3)),
		compared(
			'webhook: a redelivery, without the secret, after a restart in an outage',
			[redelivered, withoutSecret, afterRestart],
			[200, 403, 200],
		),
		compared('webhook: what n8n answers', answer, { status: 'success', message: 'Received.' }),
		compared('webhook: after them', repeated, onceEach(4)),
		compared('webhook: radars created', requests(sandbox, '/v1/radars', 'POST'), 1),
	];
}

async function polling(sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Polling', {
		delivery: 'polling',
		pollTimes: pollEverySeconds(5),
	});
	await workflow.activate();
	const ids = newFindings(sandbox, 2);
	await workflow.settled(2);
	await workflow.deactivate();
	return [compared('polling: two findings', tally(ids, await workflow.outputIds()), onceEach(2))];
}

async function catchUp(sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Catch-up', {
		delivery: 'webhookWithCatchUp',
		// Soon after its start, n8n takes a minute to publish, so polls come in between.
		pollTimes: pollEverySeconds(5),
		...createOnActivation('beta.example.com'),
	});
	await workflow.activate();
	const pushed = newFindings(sandbox, 2);
	await sandbox.control.idle();
	sandbox.control.change({ deliveries: { attempts: 0 } });
	const missed = newFindings(sandbox, 2);
	await workflow.settled(4);
	sandbox.control.change({ deliveries: { attempts: 3 } });
	await workflow.deactivate();
	const counts = tally([...pushed, ...missed], await workflow.outputIds());
	return [compared('catch-up: two pushed, and two that were never sent', counts, onceEach(4))];
}

/** Each delivery once, on a real n8n. */
export const trigger: Section = {
	name: 'trigger',
	risk: 'n8n publishes, restarts and routes webhooks its own way',
	run: async (context) => {
		const sandbox = await startSandbox({ settings: { unlimited: true } });
		const host = await startHost({ tarball: context.tarball, port: 17_800 }, context);
		try {
			const credential = await credentialFor(host, sandbox);
			const place = { rest: host.rest, database: sqliteOf(host), credential };
			return [
				...(await webhook(host, sandbox, place)),
				...(await polling(sandbox, place)),
				...(await catchUp(sandbox, place)),
				...(await filters(host, sandbox, place)),
			];
		} finally {
			await host.stop();
			await sandbox.stop();
		}
	},
};
