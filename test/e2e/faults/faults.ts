import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS, onStage, type Stage } from '../stage';
import { sqliteOf, type Database } from '../trigger/database';
import { deliver, eventsNamed, morePolls, newFindings, pollEverySeconds } from '../trigger/deliver';
import { onceEach, tally } from '../trigger/executions';
import {
	createOnActivation,
	credentialFor,
	TriggerWorkflow,
	type TriggerPlace,
} from '../trigger/triggerWorkflow';
import { until } from '../../../tools/shared/until';

const POLL_SECONDS = 1;
const POLLS_ON_A_FULL_DISK = 4;
const POLLS_AFTERWARDS = 3;

const TIMEOUT_SECONDS = 5;
const WEBHOOKS_AT_ONCE = 300;

const REMEMBERED = 1000;
const WEBHOOKS_BEFORE_RESTART = 1500;
const POLLS_AFTER_RESTART = 8;
/** Polls leave younger updates to their webhooks. */
const AGE_SECONDS = 120;

const MINUTE_MS = 60_000;

const polling = { delivery: 'polling', pollTimes: pollEverySeconds(POLL_SECONDS) };

interface Subject {
	stage: Stage;
	place: TriggerPlace;
	database: Database;
}

/** Waits until all came out, and for some polls more; compares what came with what was found. */
async function outputs(
	{ stage }: Subject,
	workflow: TriggerWorkflow,
	ids: string[],
	what: string,
): Promise<Finding> {
	const isComplete = async () => tally(ids, await workflow.outputIds()).lost === 0;
	await until('all come out', isComplete).catch(() => undefined);
	await morePolls(stage.sandbox, POLLS_AFTERWARDS);
	await workflow.settled();
	return compared(what, tally(ids, await workflow.outputIds()), onceEach(ids.length));
}

/** n8n can't create executions for some polls, first in a process that has run none. */
async function fullDisk(subject: Subject): Promise<Finding[]> {
	const { stage, place, database } = subject;
	const { sandbox } = stage;
	const workflow = await TriggerWorkflow.create(place, 'Full disk', polling);
	await workflow.activate();
	const ids: string[] = [];
	const findings: Finding[] = [];
	for (const process of ['that has run no execution', 'that has run executions']) {
		const accept = await database.refuseExecutions();
		for (let polls = 0; polls < POLLS_ON_A_FULL_DISK; polls += 2) {
			ids.push(...newFindings(sandbox, 2));
			await morePolls(sandbox, 2);
		}
		await accept();
		const what = `disk full for ${POLLS_ON_A_FULL_DISK} polls of a process ${process}`;
		findings.push(await outputs(subject, workflow, ids, what));
	}
	await workflow.deactivate();
	return findings;
}

async function timeout({ place }: Subject): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(
		place,
		'Timeout',
		{ delivery: 'webhook', radars: 'elsewhere' },
		{ executionTimeout: TIMEOUT_SECONDS },
	);
	await workflow.activate();
	const events = eventsNamed('timeout', WEBHOOKS_AT_ONCE);
	await deliver(workflow.webhookUrl, events);
	await workflow.settled();
	const ids = events.map(({ update_id: id }) => id);
	const what = `${WEBHOOKS_AT_ONCE} webhooks at once with a workflow timeout of ${TIMEOUT_SECONDS} s`;
	const finding = compared(what, tally(ids, await workflow.outputIds()), onceEach(WEBHOOKS_AT_ONCE));
	await workflow.deactivate();
	return [finding];
}

/** A workflow whose trigger is renamed while it is inactive, and then published after a restart. */
async function renamed({ stage: { sandbox }, place }: Subject) {
	const filters = { radarIds: sandbox.control.radars().at(-1)?.radar_id };
	const workflow = await TriggerWorkflow.create(place, 'Rename', { ...polling, filters });
	await workflow.activate();
	const ids = newFindings(sandbox, 2);
	await workflow.settled(2);
	await workflow.deactivate();
	ids.push(...newFindings(sandbox, 3));
	await workflow.renameTrigger('Renamed Trigger');
	return { workflow, ids };
}

/** n8n saves the state of polls with executions only: after a restart, polls go on from an old one. */
async function restart(subject: Subject): Promise<Finding[]> {
	const { place } = subject;
	const { sandbox, host } = subject.stage;
	const other = await renamed(subject);
	const workflow = await TriggerWorkflow.create(place, 'Restart', {
		...polling,
		delivery: 'webhookWithCatchUp',
		...createOnActivation('restart.example.com'),
		options: { rememberedUpdates: REMEMBERED },
	});
	await workflow.activate();
	const ids: string[] = [];
	while (ids.length < WEBHOOKS_BEFORE_RESTART) {
		ids.push(...newFindings(sandbox, REMEMBERED / 2));
		await sandbox.control.idle();
		await workflow.settled();
		sandbox.control.clock({ advance: AGE_SECONDS });
		await morePolls(sandbox, 2);
	}
	const before = tally(ids, await workflow.outputIds());
	await host.restart();
	await until('the workflow is published again', () => workflow.isPublished());
	await morePolls(sandbox, POLLS_AFTER_RESTART);
	await workflow.settled();
	const after = tally(ids, await workflow.outputIds());
	await workflow.deactivate();
	await other.workflow.activate();
	return [
		compared(
			`catch-up: ${WEBHOOKS_BEFORE_RESTART} webhooks with ${REMEMBERED} remembered`,
			before,
			onceEach(WEBHOOKS_BEFORE_RESTART),
		),
		compared(
			`catch-up: and ${POLLS_AFTER_RESTART} polls after a restart`,
			after,
			onceEach(WEBHOOKS_BEFORE_RESTART),
		),
		await outputs(subject, other.workflow, other.ids, 'renamed while inactive, then n8n restarted'),
	];
}

/** Only what is found after the activation comes out, although the service can't be asked for its time then. */
async function outage(subject: Subject): Promise<Finding[]> {
	const { stage, place } = subject;
	const { control } = stage.sandbox;
	control.pushFindings({ discovered_at: new Date(Date.now() - MINUTE_MS).toISOString() });
	control.addFaults({ kind: 'status', status: 503, count: 1_000_000 });
	const workflow = await TriggerWorkflow.create(place, 'Outage', polling);
	await workflow.activate();
	const ids = newFindings(stage.sandbox, 3);
	await morePolls(stage.sandbox, 2);
	control.clearFaults();
	const finding = await outputs(subject, workflow, ids, 'published during an outage of the service');
	await workflow.deactivate();
	return [finding];
}

/** The outage comes first, while the clocks of n8n and the service agree. */
const ALL = [outage, fullDisk, timeout, restart];

const NAMES = process.env.FAULTS?.split(',');

const CHOSEN = ALL.filter(({ name }) => NAMES?.includes(name) ?? true);

async function run({ log, ...stage }: Stage): Promise<Finding[]> {
	const { host, sandbox } = stage;
	sandbox.control.change({ unlimited: true });
	sandbox.control.seed({ radars: 1 });
	const database = sqliteOf(host);
	const credential = await credentialFor(host, sandbox);
	const subject = { stage: { ...stage, log }, database, place: { rest: host.rest, database, credential } };
	const findings: Finding[] = [];
	for (const fault of CHOSEN) {
		try {
			const found = await fault(subject);
			for (const { what, seen } of found) log(`${what}: ${seen}`);
			findings.push(...found);
		} catch (error) {
			log(`${fault.name}: ${error instanceof Error ? error.stack : String(error)}`);
			findings.push({ what: fault.name, seen: String(error), ok: false });
		}
	}
	return findings;
}

/** What goes wrong around the trigger: each update comes out once. */
export const faults: Section = {
	name: 'faults',
	risk: "n8n's own retries and error workflows decide what a failing service costs",
	run: async (context) => await onStage(context, run, FOR_MANY_EXECUTIONS),
};
