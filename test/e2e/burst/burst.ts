import { startSandbox } from '../../../sandbox';
import { Cluster } from '../queueMode/cluster';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { onStage } from '../stage';
import { sqliteOf } from '../trigger/database';
import { deliver, eventsNamed, percentile } from '../trigger/deliver';
import { onceEach, tally } from '../trigger/executions';
import { credentialFor, TriggerWorkflow, type TriggerPlace } from '../trigger/triggerWorkflow';

const EVENTS = Number(process.env.BURST ?? 1000);
/** Connections of the service. */
const CONNECTIONS = 50;

const WORKERS = 2;

const MAX_EXECUTIONS = EVENTS / 2;
const MAX_WRITES_PER_EXECUTION = 1.1;

/** All events, and all of them again. */
async function sendTwice(place: TriggerPlace, name: string, { log }: E2eContext) {
	const workflow = await TriggerWorkflow.create(place, 'Burst', { delivery: 'webhook', radars: 'elsewhere' });
	await workflow.activate();
	const written = await place.database.countRowWrites(workflow.id);
	const events = eventsNamed('burst', EVENTS);
	const first = await deliver(workflow.webhookUrl, events, CONNECTIONS);
	const again = await deliver(workflow.webhookUrl, events, CONNECTIONS);
	const statuses = await workflow.settled();
	const times = [...first.times, ...again.times].sort((a, b) => a - b);
	log(
		`${name}: refused ${JSON.stringify([first.refused, again.refused])}; acknowledged within ${percentile(times, 99)} ms (p99)`,
	);
	const ids = events.map(({ update_id: id }) => id);
	const executions = Object.values(statuses).reduce((sum, count) => sum + count, 0);
	return {
		counts: tally(ids, await workflow.outputIds()),
		writes: (await written()) / executions,
		executions: {
			what: `${name}: executions, at most ${MAX_EXECUTIONS}`,
			seen: JSON.stringify(statuses),
			ok: statuses.success === executions && executions <= MAX_EXECUTIONS,
		},
	};
}

async function inRegularMode(context: E2eContext): Promise<Finding[]> {
	return await onStage(context, async ({ host, sandbox }) => {
		const credential = await credentialFor(host, sandbox);
		const place = { rest: host.rest, database: sqliteOf(host), credential };
		const { counts, executions, writes } = await sendTwice(place, 'SQLite', context);
		return [
			compared(`SQLite: ${EVENTS} events, and all again`, counts, onceEach(EVENTS)),
			executions,
			{
				what: `SQLite: row writes per execution, at most ${MAX_WRITES_PER_EXECUTION}`,
				seen: writes.toFixed(2),
				ok: writes <= MAX_WRITES_PER_EXECUTION,
			},
		];
	});
}

async function inQueueMode(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	const cluster = await Cluster.start({ workers: WORKERS, env: {} }, context);
	try {
		const { host, database, webhooksAt } = cluster;
		const place = { rest: host.rest, database, webhooksAt, credential: await credentialFor(host, sandbox) };
		const name = `PostgreSQL, ${WORKERS} workers`;
		const { counts, executions, writes } = await sendTwice(place, name, context);
		return [
			compared(`${name}: ${EVENTS} events, and all again, lost`, counts.lost, 0),
			{
				what: `${name}: repeated, and row writes per execution`,
				seen: `${counts.repeated}, ${writes.toFixed(2)}`,
				ok: true,
			},
			executions,
		];
	} finally {
		await cluster.stop();
		await sandbox.stop();
	}
}

/** A bulk of 1,000 radars sends such bursts. */
export const burst: Section = {
	name: 'burst',
	risk: "only n8n's own webhook queue shows how it stands a flood",
	packages: ['postgresql', 'redis-server'],
	run: async (context) => [...(await inRegularMode(context)), ...(await inQueueMode(context))],
};
