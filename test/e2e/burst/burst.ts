import { loadavg } from 'node:os';

import { startSandbox } from '../../../sandbox';
import { startHost } from '../../../tools/n8n-host/host';
import type { N8nRest } from '../../../tools/n8n-host/rest';
import { Cluster } from '../queueMode/cluster';
import { compared, metOrMissed, type E2eContext, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { sqliteOf, type Database } from '../trigger/database';
import { deliver, eventsNamed, percentile, type Delivered } from '../trigger/deliver';
import { lastEndOf, statusesOf } from '../trigger/executions';
import { onceEach, tally } from '../trigger/tally';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { until } from '../trigger/until';
import { baseline } from './baseline';

const EVENTS = Number(process.env.BURST ?? 1000);
/** Each comes so often. A plain webhook starts an execution for each; it is measured with the first only. */
const DELIVERIES = 2;
/** Connections of the service. With 1,000 at a time a plain webhook of n8n fails too: its SQLite lock times out. */
const AT_ONCE = 50;

const WORKERS = 2;
/** Executions that a worker runs at a time. The trigger's wait for each other, to be written down together. */
const WORKER_CONCURRENCY = 100;

/** The aims. Where they are missed, the section holds to the looser bounds below, and its rows say both. */
const AIMED_WRITES = 60;
const AIMED_SECONDS = 30;

/** Each of several processes writes the row so often at most. */
const WRITES_PER_SECOND = 1;
/** What a plain webhook needs on the same n8n, and as much more as a noisy machine adds. */
const MOST_OVER_PLAIN = 1.5;

interface Place {
	name: string;
	rest: N8nRest;
	database: Database;
	webhooksAt: string;
	credential: string;
	/** Processes that execute. */
	processes: number;
}

/** Sends all events at once, and again when they are acknowledged; resolves with the seconds till the last execution has ended. */
async function send(
	times: number,
	to: { url: string; id: string },
	{ database }: Place,
): Promise<{ seconds: number; delivered: Delivered[] }> {
	const events = eventsNamed('burst', EVENTS);
	const start = Date.now();
	const delivered: Delivered[] = [];
	while (delivered.length < times) delivered.push(await deliver(to.url, events, AT_ONCE));
	let ended = 0;
	await until(
		'the executions end',
		async () => {
			const { success = 0, error = 0, ...underWay } = await statusesOf(database, to.id);
			const before = ended;
			ended = success + error;
			return ended === before && Object.keys(underWay).length === 0;
		},
		{ seconds: 300, everyMs: 1000 },
	);
	return { seconds: ((await lastEndOf(database, to.id)) - start) / 1000, delivered };
}

async function measure(place: Place, { log }: E2eContext): Promise<Finding[]> {
	const { name, rest, database, webhooksAt, processes } = place;
	const plain = await baseline(rest, webhooksAt);
	const once = await send(1, plain, place);
	const plainSeconds = DELIVERIES * once.seconds;
	await rest.deactivate(plain);

	const workflow = await TriggerWorkflow.create(place, 'Burst', {
		delivery: 'webhook',
		radars: 'elsewhere',
	});
	await workflow.activate();
	const writes = await database.countWrites('processed_data');
	const { seconds, delivered } = await send(DELIVERIES, { url: workflow.webhookUrl, id: workflow.id }, place);
	const [load = 0] = loadavg();
	log(
		`${name}: a plain webhook ${once.seconds.toFixed(1)} s for the first delivery, the trigger ${seconds.toFixed(1)} s, load ${load.toFixed(1)}`,
	);
	const times = delivered.flatMap((each) => each.times).sort((a, b) => a - b);
	log(
		`${name}: answered within ${percentile(times, 99)} ms (p99); refused ${JSON.stringify(delivered.map(({ refused }) => refused))}`,
	);
	const written = await writes();
	const statuses = await workflow.statuses();
	const ids = eventsNamed('burst', EVENTS).map(({ update_id: id }) => id);
	const mostWrites = processes === 1 ? AIMED_WRITES : WRITES_PER_SECOND * processes * Math.ceil(seconds);
	return [
		compared(
			`${name}: ${EVENTS} at once, and again`,
			tally(ids, await workflow.outputIds()),
			onceEach(EVENTS),
		),
		compared(`${name}: failed executions`, statuses.error ?? 0, 0),
		{
			what: `${name}: writes of the row, at most ${mostWrites}`,
			seen: `${written}; aim ${AIMED_WRITES} ${metOrMissed(written <= AIMED_WRITES)}`,
			ok: written <= mostWrites,
		},
		{
			what: `${name}: all done, at most ${MOST_OVER_PLAIN} times a plain webhook`,
			seen: `${(seconds / plainSeconds).toFixed(2)} times ${DELIVERIES} × ${once.seconds.toFixed(1)} s, ${seconds.toFixed(1)} s, load ${load.toFixed(1)}; aim ${AIMED_SECONDS} s ${metOrMissed(seconds <= AIMED_SECONDS)}`,
			ok: seconds <= Math.max(AIMED_SECONDS, MOST_OVER_PLAIN * plainSeconds),
		},
	];
}

async function onSqlite(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const host = await startHost({ tarball: context.tarball, port: 17_200, env: FOR_MANY_EXECUTIONS }, context);
	try {
		const credential = await credentialFor(host, sandbox);
		const { rest, url: webhooksAt } = host;
		const database = sqliteOf(host);
		return await measure({ name: 'SQLite', rest, database, webhooksAt, credential, processes: 1 }, context);
	} finally {
		await host.stop();
		await sandbox.stop();
	}
}

async function inQueueMode(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const cluster = await Cluster.start(WORKERS, context, {
		env: FOR_MANY_EXECUTIONS,
		concurrency: WORKER_CONCURRENCY,
	});
	try {
		const { host, database, webhooksAt } = cluster;
		const credential = await credentialFor(host, sandbox);
		const name = `PostgreSQL, ${WORKERS} workers`;
		return await measure(
			{ name, rest: host.rest, database, webhooksAt, credential, processes: WORKERS },
			context,
		);
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
