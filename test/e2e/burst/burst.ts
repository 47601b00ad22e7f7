import { loadavg } from 'node:os';

import { startSandbox } from '../../../sandbox';
import { startHost } from '../../../tools/n8n-host/host';
import type { N8nRest } from '../../../tools/n8n-host/rest';
import { Cluster } from '../queueMode/cluster';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { sqliteOf, type Database } from '../trigger/database';
import { deliver, eventsNamed, percentile, type Delivered } from '../trigger/deliver';
import { statusesOf } from '../trigger/executions';
import { onceEach, tally } from '../trigger/tally';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { until } from '../trigger/until';
import { baseline } from './baseline';

const EVENTS = Number(process.env.BURST ?? 1000);
/** Connections of the service. With 1,000 at a time a plain webhook of n8n fails too: its SQLite lock times out. */
const AT_ONCE = 50;

const MOST_WRITES = 60;
const MOST_SECONDS = 30;

interface Place {
	name: string;
	rest: N8nRest;
	database: Database;
	webhooksAt: string;
	credential: string;
}

const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Sends all events at once, and all of them again when they are acknowledged; resolves with the seconds till the last execution has ended. */
async function twice(
	url: string,
	workflowId: string,
	{ database }: Place,
): Promise<{ seconds: number; delivered: Delivered[] }> {
	const events = eventsNamed('burst', EVENTS);
	const before = (await statusesOf(database, workflowId)).success ?? 0;
	const start = performance.now();
	const delivered = [await deliver(url, events, AT_ONCE), await deliver(url, events, AT_ONCE)];
	await until(
		'the executions end',
		async () => {
			const { success = 0, error = 0 } = await statusesOf(database, workflowId);
			return success + error >= before + 2 * EVENTS;
		},
		{ seconds: 300, everyMs: 1000 },
	);
	return { seconds: secondsSince(start), delivered };
}

async function measure(place: Place, { log }: E2eContext): Promise<Finding[]> {
	const { name, rest, database, webhooksAt } = place;
	const plain = await baseline(rest, webhooksAt);
	const base = await twice(plain.url, plain.id, place);
	await rest.deactivate(plain);

	const workflow = await TriggerWorkflow.create(place, 'Burst', {
		delivery: 'webhook',
		radars: 'elsewhere',
	});
	await workflow.activate();
	const writes = await database.countWrites('processed_data');
	const { seconds, delivered } = await twice(workflow.webhookUrl, workflow.id, place);
	const [load = 0] = loadavg();
	log(
		`${name}: a plain webhook ${base.seconds.toFixed(1)} s, the trigger ${seconds.toFixed(1)} s, load ${load.toFixed(1)}`,
	);
	const times = delivered.flatMap((each) => each.times).sort((a, b) => a - b);
	log(
		`${name}: answered within ${percentile(times, 99)} ms (p99); refused ${JSON.stringify(delivered.map(({ refused }) => refused))}`,
	);
	const written = await writes();
	const statuses = await workflow.statuses();
	const ids = eventsNamed('burst', EVENTS).map(({ update_id: id }) => id);
	return [
		compared(
			`${name}: ${EVENTS} at once, and again`,
			tally(ids, await workflow.outputIds()),
			onceEach(EVENTS),
		),
		compared(`${name}: failed executions`, statuses.error ?? 0, 0),
		{ what: `${name}: writes of the row`, seen: `${written} of ${MOST_WRITES}`, ok: written <= MOST_WRITES },
		{
			what: `${name}: all done, of ${MOST_SECONDS} s`,
			seen: `${seconds.toFixed(1)} s, ${(seconds / base.seconds).toFixed(2)} times a plain webhook, load ${load.toFixed(1)}`,
			ok: seconds <= MOST_SECONDS,
		},
	];
}

async function onSqlite(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const host = await startHost({ tarball: context.tarball, port: 17_200 }, context);
	try {
		const credential = await credentialFor(host, sandbox);
		const { rest, url: webhooksAt } = host;
		const database = sqliteOf(host);
		return await measure({ name: 'SQLite', rest, database, webhooksAt, credential }, context);
	} finally {
		await host.stop();
		await sandbox.stop();
	}
}

async function inQueueMode(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const cluster = await Cluster.start(2, context);
	try {
		const { host, database, webhooksAt } = cluster;
		const credential = await credentialFor(host, sandbox);
		const place = { name: 'PostgreSQL, two workers', rest: host.rest, database, webhooksAt, credential };
		return await measure(place, context);
	} finally {
		await cluster.stop();
		await sandbox.stop();
	}
}

/** A bulk of 1,000 radars sends such bursts. */
export const burst: Section = {
	name: 'burst',
	packages: ['postgresql', 'redis-server'],
	run: async (context) => [...(await onSqlite(context)), ...(await inQueueMode(context))],
};
