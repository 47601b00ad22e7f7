import { startSandbox, type Sandbox } from '../../../sandbox';
import { startHost, type Host } from '../../../tools/n8n-host/host';
import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { sqliteOf } from './database';
import { eventsNamed, newFindings, pollEverySeconds, post } from './deliver';
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

const CONTENT_TYPES = ['', 'text/plain', 'application/cloudevents+json', 'application/vnd.api+json'];

/** n8n parses a body by its label, and the node by what it is. */
async function labels(place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Labels', {
		delivery: 'webhook',
		radars: 'elsewhere',
	});
	await workflow.activate();
	const events = eventsNamed('labeled', CONTENT_TYPES.length);
	const statuses: number[] = [];
	for (const [index, type] of CONTENT_TYPES.entries()) {
		const body = Buffer.from(JSON.stringify(events[index]));
		// Without a type, axios would add one.
		const headers = { 'content-type': type || false };
		statuses.push((await loopback.post(workflow.webhookUrl, body, { headers })).status);
	}
	const wrong = await loopback.post(workflow.webhookUrl, Buffer.from('hello'), {
		headers: { 'content-type': 'text/plain' },
	});
	await workflow.settled(events.length);
	const counts = tally(
		events.map(({ update_id: id }) => id),
		await workflow.outputIds(),
	);
	await workflow.deactivate();
	return [
		compared('webhook: events without a label, or with another one', statuses, [200, 200, 200, 200]),
		compared('webhook: each of them starts the workflow once', counts, onceEach(4)),
		compared('webhook: what came instead of JSON is named', wrong.data, {
			status: 'error',
			code: 400,
			message: "The body must be a JSON object. What came isn't JSON (text/plain).",
		}),
	];
}

const OTHER_URL = 'https://hooks.example.com/';
const AGE_SECONDS = 120;

/** The last one on this n8n, whose URL isn't its own any more after it. */
async function otherUrl(host: Host, sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Other URL', {
		delivery: 'webhookWithCatchUp',
		pollTimes: pollEverySeconds(2),
		...createOnActivation('gamma.example.com'),
	});
	await workflow.activate();
	sandbox.control.change({ deliveries: { attempts: 0 } });
	await host.restart({ N8N_WEBHOOK_URL: OTHER_URL });
	const ids = newFindings(sandbox, 2);
	// Polls leave younger updates to their webhooks.
	sandbox.control.clock({ advance: AGE_SECONDS });
	await workflow.settled(2);
	const counts = tally(ids, await workflow.outputIds());
	const isSaid = host
		.log()
		.includes(`n8n's webhook URL has changed from ${place.rest.url}/webhook to ${OTHER_URL}webhook`);
	return [
		compared('catch-up: n8n restarted with another webhook URL, two findings', counts, onceEach(2)),
		compared("catch-up: n8n's log says that its webhook URL has changed", isSaid, true),
	];
}

/** Each delivery once, on a real n8n. */
export const trigger: Section = {
	name: 'trigger',
	risk: 'n8n publishes, restarts and routes webhooks its own way',
	run: async (context) => {
		const sandbox = await startSandbox({ settings: { unlimited: true } });
		const host = await startHost(
			{ tarball: context.tarball, port: 17_800, env: FOR_MANY_EXECUTIONS },
			context,
		);
		try {
			const credential = await credentialFor(host, sandbox);
			const place = { rest: host.rest, database: sqliteOf(host), credential };
			return [
				...(await webhook(host, sandbox, place)),
				...(await labels(place)),
				...(await otherUrl(host, sandbox, place)),
			];
		} finally {
			await host.stop();
			await sandbox.stop();
		}
	},
};
