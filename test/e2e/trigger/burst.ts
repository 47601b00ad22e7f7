import type { E2eContext, Finding } from '../section';
import { countRowWrites } from './database';
import { deliver, eventsNamed, percentile, tally } from './deliver';
import { TriggerWorkflow, type TriggerPlace } from './triggerWorkflow';

const EVENTS = Number(process.env.BURST ?? 1000);

/** Connections of the service. */
const AT_ONCE = 300;

const MAX_EXECUTIONS = EVENTS / 2;
const MAX_WRITES_PER_EXECUTION = 1.1;

/** Executions of a burst share updates, and must end all the same. A busy computer is many times slower. */
const TIMEOUT = { executionTimeout: 60 };

/** A bulk of 1,000 radars sends such bursts: all events, and all of them again. Only in queue mode an update may be repeated, and written down more than once. */
export async function burst(
	place: TriggerPlace,
	{ inQueueMode }: { inQueueMode: boolean },
	{ log }: E2eContext,
): Promise<Finding[]> {
	const parameters = { delivery: 'webhook', radars: 'elsewhere' };
	const workflow = await TriggerWorkflow.create(place, 'Burst', parameters, TIMEOUT);
	await workflow.activate();
	const written = inQueueMode ? undefined : await countRowWrites(place.database, workflow.id);
	const events = eventsNamed('burst', EVENTS);
	const first = await deliver(workflow.webhookUrl, events, AT_ONCE);
	const again = await deliver(workflow.webhookUrl, events, AT_ONCE);
	const statuses = await workflow.settled(EVENTS);
	const times = [...first.times, ...again.times].sort((a, b) => a - b);
	log(
		`burst: refused ${JSON.stringify([first.refused, again.refused])}; acknowledged within ${percentile(times, 99)} ms (p99)`,
	);
	const ids = events.map(({ update_id: id }) => id);
	const executions = Object.values(statuses).reduce((sum, count) => sum + count, 0);
	const { lost, repeated } = tally(ids, await workflow.outputIds());
	await workflow.deactivate();
	const writes = written ? (await written()) / executions : undefined;
	return [
		{
			what: `burst: ${EVENTS} events, and all again: lost, repeated, and row writes per execution of one process`,
			seen: [lost, repeated, writes?.toFixed(2)].join(', '),
			ok: lost === 0 && (writes === undefined || (repeated === 0 && writes <= MAX_WRITES_PER_EXECUTION)),
		},
		{
			what: `burst: executions, at most ${MAX_EXECUTIONS}`,
			seen: JSON.stringify(statuses),
			ok: statuses.success === executions && executions <= MAX_EXECUTIONS,
		},
	];
}
