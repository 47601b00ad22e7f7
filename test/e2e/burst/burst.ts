import { startSandbox } from '../../../sandbox';
import { startHost } from '../../../tools/n8n-host/host';
import type { N8nRest } from '../../../tools/n8n-host/rest';
import { Cluster } from '../queueMode/cluster';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { sqliteOf, type Database } from '../trigger/database';
import { deliver, eventsNamed, percentile } from '../trigger/deliver';
import { lastEndOf, statusesOf } from '../trigger/executions';
import { onceEach, tally } from '../trigger/tally';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { until } from '../trigger/until';
import { stolenSince } from './stolen';

const EVENTS = Number(process.env.BURST ?? 1000);
/** Connections of the service. */
const AT_ONCE = 50;

const WORKERS = 2;

/** Deliveries of a flood share executions. */
const MOST_EXECUTIONS = EVENTS / 2;
const MOST_WRITES = 60;
const MOST_SECONDS = 30;

interface Place {
	name: string;
	rest: N8nRest;
	database: Database;
	webhooksAt: string;
	credential: string;
}

/** Waits until no execution is under way; resolves with when the last one ended, in milliseconds since the epoch. */
async function end({ database }: Place, id: string): Promise<number> {
	let ended = 0;
	await until(
		'the executions end',
		async () => {
			const { success = 0, error = 0, ...underWay } = await statusesOf(database, id);
			const before = ended;
			ended = success + error;
			return ended === before && Object.keys(underWay).length === 0;
		},
		{ seconds: 300, everyMs: 1000 },
	);
	return await lastEndOf(database, id);
}

async function measure(place: Place, { log }: E2eContext): Promise<Finding[]> {
	const { name, database } = place;
	const workflow = await TriggerWorkflow.create(place, 'Burst', { delivery: 'webhook', radars: 'elsewhere' });
	await workflow.activate();
	const writes = await database.countWrites('processed_data');
	const events = eventsNamed('burst', EVENTS);
	const stolen = stolenSince();
	const start = Date.now();
	const first = await deliver(workflow.webhookUrl, events, AT_ONCE);
	const again = await deliver(workflow.webhookUrl, events, AT_ONCE);
	const seconds = ((await end(place, workflow.id)) - start) / 1000;
	const share = stolen();
	const own = seconds * (1 - share);
	// The node writes so often in a second: where other machines make it take longer, it may write more.
	const mostWrites = MOST_WRITES * Math.max(1, seconds / MOST_SECONDS);
	const written = await writes();
	const times = [...first.times, ...again.times].sort((a, b) => a - b);
	const statuses = await workflow.statuses();
	log(
		`${name}: refused ${JSON.stringify([first.refused, again.refused])}; answered within ${percentile(times, 99)} ms (p99)`,
	);
	const ids = events.map(({ update_id: id }) => id);
	return [
		compared(
			`${name}: ${EVENTS} at once, and again`,
			tally(ids, await workflow.outputIds()),
			onceEach(EVENTS),
		),
		compared(`${name}: failed executions`, statuses.error ?? 0, 0),
		{
			what: `${name}: executions, at most ${MOST_EXECUTIONS}`,
			seen: JSON.stringify(statuses),
			ok: (statuses.success ?? 0) <= MOST_EXECUTIONS,
		},
		{
			what: `${name}: writes of the row, at most ${MOST_WRITES} in ${MOST_SECONDS} s`,
			seen: `${written} in ${seconds.toFixed(1)} s`,
			ok: written <= mostWrites,
		},
		{
			what: `${name}: all done, in ${MOST_SECONDS} s at most`,
			seen: `${own.toFixed(1)} s: ${seconds.toFixed(1)} s less the ${(share * 100).toFixed(0)} % that other machines took`,
			ok: own <= MOST_SECONDS,
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
		return await measure({ name: 'SQLite', rest, database, webhooksAt, credential }, context);
	} finally {
		await host.stop();
		await sandbox.stop();
	}
}

async function inQueueMode(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const cluster = await Cluster.start(WORKERS, context, FOR_MANY_EXECUTIONS);
	try {
		const { host, database, webhooksAt } = cluster;
		const credential = await credentialFor(host, sandbox);
		const name = `PostgreSQL, ${WORKERS} workers`;
		return await measure({ name, rest: host.rest, database, webhooksAt, credential }, context);
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
