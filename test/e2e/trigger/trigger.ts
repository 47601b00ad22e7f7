import { startSandbox, type Sandbox } from '../../../sandbox';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS, onStage, type Stage } from '../stage';
import { burst } from './burst';
import { refuseExecutions } from './database';
import { eventsNamed, morePolls, newFindings, pollEverySeconds, post, onceEach, tally } from './deliver';
import { createOnActivation, placeOf, TriggerWorkflow, type TriggerPlace } from './triggerWorkflow';

const POLLS = { pollTimes: pollEverySeconds(1) };
const POLLS_AFTERWARDS = 3;

/** Polls leave younger updates to their webhooks. */
const AGE_SECONDS = 120;

/** A part of the section, with a service of its own. */
interface Part {
	stage: Stage;
	sandbox: Sandbox;
	place: TriggerPlace;
}

/** Waits until all came out, and for some polls more; compares what came with what was found. */
async function outputs({ sandbox }: Part, workflow: TriggerWorkflow, ids: string[], what: string) {
	const isComplete = async () => tally(ids, await workflow.outputIds()).lost === 0;
	await until('all come out', isComplete).catch(() => undefined);
	await morePolls(sandbox, POLLS_AFTERWARDS);
	await workflow.settled();
	return compared(what, tally(ids, await workflow.outputIds()), onceEach(ids.length));
}

/** n8n can't create executions for some polls, first in a process that has run none. */
async function fullDisk(part: Part): Promise<Finding[]> {
	const { sandbox, place } = part;
	sandbox.control.seed({ radars: 1 });
	const workflow = await TriggerWorkflow.create(place, 'Full disk', { delivery: 'polling', ...POLLS });
	await workflow.activate();
	const ids: string[] = [];
	const findings: Finding[] = [];
	for (const process of ['that has run no execution', 'that has run executions']) {
		const accept = await refuseExecutions(place.database);
		for (let round = 0; round < 2; round++) {
			ids.push(...newFindings(sandbox, 2));
			await morePolls(sandbox, 2);
		}
		await accept();
		findings.push(await outputs(part, workflow, ids, `a full disk for 4 polls of a process ${process}`));
	}
	await workflow.deactivate();
	return findings;
}

const CONTENT_TYPES = ['', 'text/plain', 'application/cloudevents+json', 'application/vnd.api+json'];

/** n8n parses a body by its label, and the node by what it is. */
async function labels({ place }: Part): Promise<Finding[]> {
	const parameters = { delivery: 'webhook', radars: 'elsewhere' };
	const workflow = await TriggerWorkflow.create(place, 'Labels', parameters);
	await workflow.activate();
	const send = async (text: string, type: string) =>
		// Without a type, axios would add one.
		await loopback.post(workflow.webhookUrl, Buffer.from(text), {
			headers: { 'content-type': type || false },
		});
	const events = eventsNamed('labeled', CONTENT_TYPES.length);
	for (const [index, type] of CONTENT_TYPES.entries()) await send(JSON.stringify(events[index]), type);
	const { data: refusal } = await send('hello', 'text/plain');
	await workflow.settled(events.length);
	const ids = events.map(({ update_id: id }) => id);
	const counts = tally(ids, await workflow.outputIds());
	await workflow.deactivate();
	return [
		compared('webhook: events without a label, or with another one', counts, onceEach(ids.length)),
		compared('webhook: what came instead of JSON is named', refusal, {
			status: 'error',
			code: 400,
			message: "The body must be a JSON object. What came isn't JSON (text/plain).",
		}),
	];
}

/** A workflow whose trigger is renamed while it is inactive, and then published after a restart. */
async function renamed({ sandbox, place }: Part) {
	sandbox.control.seed({ radars: 1 });
	const filters = { radarIds: sandbox.control.radars().at(-1)?.radar_id };
	const parameters = { delivery: 'polling', ...POLLS, filters };
	const workflow = await TriggerWorkflow.create(place, 'Rename', parameters);
	await workflow.activate();
	const ids = newFindings(sandbox, 2);
	await workflow.settled(2);
	await workflow.deactivate();
	ids.push(...newFindings(sandbox, 3));
	await workflow.renameTrigger('Renamed Trigger');
	return { workflow, ids };
}

/** More than half of what is remembered: then a poll lets n8n save its state, which it does with executions only. */
const WEBHOOKS = 600;

/** n8n restarts in an outage of the service: so this comes last. */
async function restarts(part: Part): Promise<Finding[]> {
	const { sandbox, place, stage } = part;
	const { control } = sandbox;
	const { host } = stage;
	const other = await renamed(part);
	const workflow = await TriggerWorkflow.create(place, 'Restart', {
		...{ delivery: 'webhookWithCatchUp', ...POLLS, options: { rememberedUpdates: 1000 } },
		...createOnActivation('restart.example.com'),
	});
	await workflow.activate();
	const ids = newFindings(sandbox, WEBHOOKS);
	await control.idle();
	await workflow.settled();
	control.clock({ advance: AGE_SECONDS });
	await morePolls(sandbox, 2);
	// n8n doesn't try again to publish what fails when it starts.
	control.addFaults({ kind: 'status', status: 503, path: '*', count: 1_000_000 });
	await host.restart();
	await until('the webhook answers again', async () => (await post(workflow.webhookUrl, {})) === 400);
	control.clearFaults();
	const [late = ''] = newFindings(sandbox, 1);
	ids.push(late);
	await control.idle();
	const afterOutage = await outputs(
		part,
		workflow,
		ids,
		`catch-up: ${WEBHOOKS} webhooks, then a restart in an outage`,
	);
	await workflow.deactivate();
	await other.workflow.activate();
	return [
		afterOutage,
		// The other one is of the renamed trigger.
		compared('catch-up: radars created, with the restart', control.radars().length - 1, 1),
		await outputs(part, other.workflow, other.ids, 'renamed while inactive, then n8n restarted'),
	];
}

/** Each delivery once, whatever n8n does around it. */
export const trigger: Section = {
	name: 'trigger',
	risk: 'n8n may lose or repeat deliveries where it publishes, restarts, queues and routes webhooks its own way, also on a full disk',
	run: async (context) => await onStage(context, prove, FOR_MANY_EXECUTIONS),
};

async function prove(stage: Stage): Promise<Finding[]> {
	const { host, log } = stage;
	const findings: Finding[] = [];
	for (const run of [fullDisk, labels, flood, restarts]) {
		const sandbox = stage.ends(await startSandbox({ settings: { unlimited: true } }));
		const place = await placeOf({ host, sandbox });
		findings.push(...(await run({ stage, sandbox, place })));
		log(`${run.name} ended`);
	}
	return findings;
}

const flood = async ({ place, stage }: Part) => await burst(place, { inQueueMode: false }, stage);
