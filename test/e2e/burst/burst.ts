import { compared, type E2eContext, type Finding, type Section } from '../section';
import { onStage } from '../stage';
import { sqliteOf } from '../trigger/database';
import { deliver, eventsNamed, percentile } from '../trigger/deliver';
import { tally } from '../trigger/executions';
import { credentialFor, TriggerWorkflow, type TriggerPlace } from '../trigger/triggerWorkflow';

const EVENTS = Number(process.env.BURST ?? 1000);
/** Connections of the service. */
const CONNECTIONS = 50;

const MAX_EXECUTIONS = EVENTS / 2;
const MAX_WRITES_PER_EXECUTION = 1.1;

/** All events, and all of them again. Only in queue mode an update may be repeated, and written down more than once. */
export async function sendTwice(
	place: TriggerPlace,
	{ name, inQueueMode }: { name: string; inQueueMode: boolean },
	{ log }: E2eContext,
): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Burst', { delivery: 'webhook', radars: 'elsewhere' });
	await workflow.activate();
	const written = await place.database.countRowWrites(workflow.id);
	const events = eventsNamed('burst', EVENTS);
	const first = await deliver(workflow.webhookUrl, events, CONNECTIONS);
	const again = await deliver(workflow.webhookUrl, events, CONNECTIONS);
	const statuses = await workflow.settled(EVENTS);
	const times = [...first.times, ...again.times].sort((a, b) => a - b);
	log(
		`${name}: refused ${JSON.stringify([first.refused, again.refused])}; acknowledged within ${percentile(times, 99)} ms (p99)`,
	);
	const ids = events.map(({ update_id: id }) => id);
	const executions = Object.values(statuses).reduce((sum, count) => sum + count, 0);
	const counts = tally(ids, await workflow.outputIds());
	await workflow.deactivate();
	const writes = (await written()) / executions;
	return [
		compared(`${name}: ${EVENTS} events, and all again, lost`, counts.lost, 0),
		{
			what: `${name}: repeated, and row writes per execution`,
			seen: `${counts.repeated}, ${writes.toFixed(2)}`,
			ok: inQueueMode || (counts.repeated === 0 && writes <= MAX_WRITES_PER_EXECUTION),
		},
		{
			what: `${name}: executions, at most ${MAX_EXECUTIONS}`,
			seen: JSON.stringify(statuses),
			ok: statuses.success === executions && executions <= MAX_EXECUTIONS,
		},
	];
}

async function run(context: E2eContext): Promise<Finding[]> {
	return await onStage(context, async ({ host, sandbox }) => {
		const place = {
			rest: host.rest,
			database: sqliteOf(host),
			credential: await credentialFor(host, sandbox),
		};
		return await sendTwice(place, { name: 'SQLite', inQueueMode: false }, context);
	});
}

/** A bulk of 1,000 radars sends such bursts. `queueMode` does the same to several processes. */
export const burst: Section = {
	name: 'burst',
	risk: "only n8n's own webhook queue shows how it stands a flood",
	run,
};
