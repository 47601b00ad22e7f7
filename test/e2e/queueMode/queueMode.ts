import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import { startSandbox } from '../../../sandbox';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { deliver, eventsNamed, percentile } from '../trigger/deliver';
import { outputOf } from '../trigger/executions';
import { tally } from '../trigger/tally';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { until } from '../trigger/until';
import { Cluster } from './cluster';

const UPDATES = Number(process.env.QUEUE_UPDATES ?? 5000);
const AT_ONCE = 20;

/** The sandbox waits so many milliseconds for an answer before it sends an event again. */
const IN_TIME = 10_000;

/** n8n notices sooner than by default (three hours) what a killed worker has left; its lock on a job still lasts a minute. */
const RECOVERY = {
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};

/** Kills a worker when a third of the executions has ended, and restarts Redis when two thirds have. */
async function disturb(cluster: Cluster, workflow: TriggerWorkflow): Promise<void> {
	const reached = async (share: number) =>
		await until(
			`${share} of the executions`,
			async () => ((await workflow.statuses()).success ?? 0) >= UPDATES * share,
			{ seconds: 600, everyMs: 500 },
		);
	await reached(1 / 3);
	await cluster.workers[0]?.kill();
	await wait(2000);
	await cluster.workers[0]?.launch();
	await reached(2 / 3);
	await cluster.redis.restart();
}

async function measure(cluster: Cluster, credential: string, { log }: E2eContext): Promise<Finding[]> {
	const { host, database, webhooksAt } = cluster;
	const place = { rest: host.rest, database, webhooksAt, credential };
	const workflow = await TriggerWorkflow.create(place, 'Queue', {
		delivery: 'webhook',
		radars: 'elsewhere',
		options: { rememberedUpdates: 2 * UPDATES },
	});
	await workflow.activate();
	const events = eventsNamed('queue', UPDATES);
	const start = performance.now();
	const [{ times, refused }] = await Promise.all([
		deliver(workflow.webhookUrl, events, AT_ONCE),
		disturb(cluster, workflow),
	]);
	const statuses = await workflow.settled(UPDATES, 600);
	const seconds = (performance.now() - start) / 1000;
	const ids = events.map(({ update_id: id }) => id);
	const executions = await workflow.executions();
	const before = tally(ids, outputOf(executions));
	const somewhere = new Set(executions.flatMap(({ handed, output }) => [...handed, ...output]));
	log(
		`${JSON.stringify(statuses)}, refused and sent again ${JSON.stringify(refused)}; before Retry ${JSON.stringify(before)}`,
	);
	const retried = await workflow.retryFailed();
	const after = tally(ids, await workflow.outputIds());
	const p99 = percentile(times, 99);
	const load = (loadavg()[0] ?? 0).toFixed(1);
	return [
		compared('pushed, and in no execution at all', ids.filter((id) => !somewhere.has(id)).length, 0),
		compared(`${UPDATES} pushed, lost after Retry on ${retried} executions`, after.lost, 0),
		{ what: 'repeated', seen: `${after.repeated} of ${UPDATES}`, ok: after.repeated === 0 },
		{ what: 'answered in time', seen: `p50 ${percentile(times, 50)} ms, p99 ${p99} ms`, ok: p99 < IN_TIME },
		{ what: 'all done', seen: `${seconds.toFixed(0)} s, load ${load}`, ok: true },
	];
}

/** Main, two workers and a process for webhooks; a worker is killed, and Redis, which writes its queue down, restarted. */
export const queueMode: Section = {
	name: 'queueMode',
	packages: ['postgresql', 'redis-server'],
	run: async (context) => {
		const sandbox = await startSandbox();
		try {
			const cluster = await Cluster.start(2, context, RECOVERY);
			try {
				return await measure(cluster, await credentialFor(cluster.host, sandbox), context);
			} finally {
				await cluster.stop();
			}
		} finally {
			await sandbox.stop();
		}
	},
};
