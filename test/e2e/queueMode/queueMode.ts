import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { compared, metOrMissed, type E2eContext, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { deliver, percentile, type Delivered } from '../trigger/deliver';
import { outputOf, type TriggerExecution } from '../trigger/executions';
import { tally } from '../trigger/tally';
import { createOnActivation, credentialFor, TriggerWorkflow, UNDER_WAY } from '../trigger/triggerWorkflow';
import { until } from '../trigger/until';
import { Cluster } from './cluster';

const UPDATES = Number(process.env.QUEUE_UPDATES ?? 5000);
const AT_ONCE = 20;
const AT_A_TIME = 200;

/** The sandbox waits so many milliseconds for an answer before it sends an event again. */
const IN_TIME = 10_000;

/**
 * A worker that starts again marks what it had in hand as crashed, which Retry completes. But n8n's look for stalled jobs
 * would make failures of them a minute later, which it cannot retry: it is switched off. What the worker had only just
 * begun n8n then never ends.
 */
const SETTINGS = {
	...FOR_MANY_EXECUTIONS,
	QUEUE_WORKER_STALLED_INTERVAL: '0',
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};

/** An execution ends much sooner, on a busy machine too. */
const QUIET_MS = 20_000;

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

/** Findings of the trigger's radar, pushed by us in the service's stead: it does not tell how long an answer took. */
async function find(sandbox: Sandbox, updateIds: string[]): Promise<Delivered> {
	sandbox.control.change({ deliveries: { attempts: 0 } });
	const [radar] = sandbox.control.radars();
	const all: Delivered = { refused: {}, times: [] };
	while (updateIds.length < UPDATES) {
		const count = Math.min(AT_A_TIME, UPDATES - updateIds.length);
		const found = sandbox.control.pushFindings({ radar_id: radar?.radar_id, count });
		updateIds.push(...found.map(({ update_id: id }) => id));
		const { refused, times } = await deliver(String(radar?.webhook_url), found, AT_ONCE);
		all.times.push(...times);
		for (const [status, often] of Object.entries(refused))
			all.refused[Number(status)] = (all.refused[Number(status)] ?? 0) + often;
	}
	all.times.sort((a, b) => a - b);
	return all;
}

/** Waits until nothing changes any more. */
async function quiet(workflow: TriggerWorkflow): Promise<Record<string, number>> {
	let statuses: Record<string, number> = {};
	let since = Date.now();
	const isQuiet = async () => {
		const before = JSON.stringify(statuses);
		statuses = await workflow.statuses();
		if (JSON.stringify(statuses) !== before) since = Date.now();
		return Date.now() - since > QUIET_MS;
	};
	await until('the executions end', isQuiet, { seconds: 600, everyMs: 1000 });
	return statuses;
}

const underWay = (executions: TriggerExecution[]) =>
	executions.filter(({ status }) => UNDER_WAY.includes(status));

/** A poll comes each minute, and brings what was pushed to a killed worker and not recorded there. */
async function caughtUp(workflow: TriggerWorkflow, ids: string[]): Promise<void> {
	const isComplete = async () => tally(ids, await workflow.outputIds()).lost === 0;
	await until('the polls bring the rest', isComplete, { seconds: 130, everyMs: 10_000 }).catch(
		() => undefined,
	);
}

async function measure(cluster: Cluster, sandbox: Sandbox, { log }: E2eContext): Promise<Finding[]> {
	const { host, database, webhooksAt } = cluster;
	const place = { rest: host.rest, database, webhooksAt, credential: await credentialFor(host, sandbox) };
	const workflow = await TriggerWorkflow.create(place, 'Queue', {
		delivery: 'webhookWithCatchUp',
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		...createOnActivation('acme.com'),
		options: { rememberedUpdates: 2 * UPDATES },
	});
	await workflow.activate();
	const ids: string[] = [];
	const start = performance.now();
	const [{ times, refused }] = await Promise.all([find(sandbox, ids), disturb(cluster, workflow)]);
	const statuses = await quiet(workflow);
	const seconds = (performance.now() - start - QUIET_MS) / 1000;
	const left = await workflow.executions();
	const before = tally(ids, outputOf(left));
	workflow.neverEnding = underWay(left).length;
	log(
		`${JSON.stringify(statuses)}, refused and sent again ${JSON.stringify(refused)}; before Retry ${JSON.stringify(before)}`,
	);
	const retried = await workflow.retryFailed();
	log(`After Retry ${JSON.stringify(tally(ids, await workflow.outputIds()))}`);
	await caughtUp(workflow, ids);
	await workflow.deactivate();
	const executions = await workflow.executions();
	const after = tally(ids, outputOf(executions));
	const somewhere = new Set(executions.flatMap(({ handed, output }) => [...handed, ...output]));
	const neverEnded = new Set(underWay(executions).flatMap(({ handed }) => handed));
	const output = new Set(outputOf(executions));
	const lost = ids.filter((id) => !output.has(id));
	const p99 = percentile(times, 99);
	const load = (loadavg()[0] ?? 0).toFixed(1);
	return [
		compared(`${UPDATES} found, in no execution at all`, ids.filter((id) => !somewhere.has(id)).length, 0),
		{
			what: `lost after Retry on ${retried} executions of the killed worker, but for ${underWay(executions).length} that n8n does not end`,
			seen: `${lost.length}; aim 0 ${metOrMissed(lost.length === 0)}`,
			ok: lost.every((id) => neverEnded.has(id)),
		},
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
		const sandbox = await startSandbox({ settings: { unlimited: true } });
		try {
			const cluster = await Cluster.start(2, context, { env: SETTINGS });
			try {
				return await measure(cluster, sandbox, context);
			} finally {
				await cluster.stop();
			}
		} finally {
			await sandbox.stop();
		}
	},
};
