import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { Host } from '../../../tools/n8n-host/host';
import { loopback } from '../../../tools/shared/loopback';
import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS, onStage, type Stage } from '../stage';
import { sqliteOf } from '../trigger/database';
import { morePolls, newFindings, pollEverySeconds, onceEach, tally } from '../trigger/deliver';
import {
	createOnActivation,
	placeOf,
	TriggerWorkflow,
	outputOf,
	type TriggerExecution,
} from '../trigger/triggerWorkflow';
import { until } from '../../../tools/shared/until';
import type { Gate } from '../gate';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const SEED = Number(process.env.CRASH_SEED ?? 20_261_121);
const CRASHES = Number(process.env.CRASHES ?? 20);
const UPDATES = Number(process.env.CRASH_UPDATES ?? 1000);

/** In milliseconds after n8n is ready or, every other time, after it takes deliveries: until then it has polled. */
const LATEST_KILL = 3000;

const AGE_SECONDS = 120;

/** A killed n8n takes up again what it was publishing after this time; two minutes by default. */
const LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30' };

/** n8n's scheduler polls, and keeps the state of polls with the executions. Off by default in 2.41. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** Of updates before, at and after a kill of that n8n. */
const SHARE = 20;

/** The create gets no answer and takes effect after n8n is killed. */
const CREATE = { method: 'POST', path: '/v1/radars' };
const LATE = { ...CREATE, kind: 'timeout', effect: 'late', lateSeconds: 1 } as const;

/** A delivery under test: its workflow, its radar, and what the radar has found. */
interface Subject {
	name: string;
	sandbox: Sandbox;
	workflow: TriggerWorkflow;
	radarId: string;
	ids: string[];
}

const newestRadar = (sandbox: Sandbox): string => sandbox.control.radars().at(-1)?.radar_id ?? '';

async function subjects({ host, gate, sandbox: pushing }: Stage, givingUp: Sandbox): Promise<Subject[]> {
	const begin = async (
		name: string,
		sandbox: Sandbox,
		parameters: object,
		radarId?: string,
	): Promise<Subject> => {
		const place = { ...(await placeOf({ host, sandbox })), webhooksAt: gate.url };
		const workflow = await TriggerWorkflow.create(place, name, parameters);
		await workflow.activate();
		return { name, sandbox, workflow, radarId: radarId ?? newestRadar(sandbox), ids: [] };
	};
	pushing.control.seed({ radars: 1 });
	const polled = newestRadar(pushing);
	const pollTimes = pollEverySeconds(2);
	const polling = { delivery: 'polling', pollTimes, filters: { radarIds: polled } };
	const webhook = { delivery: 'webhook', ...createOnActivation('acme.example') };
	const catchUp = { delivery: 'webhookWithCatchUp', pollTimes, ...createOnActivation('beta.example.com') };
	return [
		await begin('polling', pushing, polling, polled),
		await begin('webhook, delivered twice and out of order', pushing, webhook),
		await begin('catch-up, each update sent only once', givingUp, catchUp),
	];
}

function find(all: Subject[], count: number): void {
	for (const { sandbox, radarId, ids } of all) {
		const found = sandbox.control.pushFindings({
			radar_id: radarId,
			count: Math.min(count, UPDATES - ids.length),
		});
		ids.push(...found.map(({ update_id: id }) => id));
	}
}

async function takesDeliveries(all: Subject[]): Promise<boolean> {
	const answers = await Promise.all(all.map(({ workflow }) => loopback.post(workflow.webhookUrl)));
	return answers.filter(({ status }) => status !== 404).length === all.length - 1;
}

/** Kills n8n at random moments while updates are found, half of them while it is down. */
async function crash(host: Host, gate: Gate, all: Subject[], log: (line: string) => void): Promise<void> {
	const random = randomFrom(SEED);
	const share = Math.ceil(UPDATES / CRASHES);
	const moments: number[] = [];
	let failedStarts = 0;
	for (let crashes = 0; crashes < CRASHES; crashes++) {
		const moment = Math.round(random() * LATEST_KILL);
		moments.push(moment);
		if (crashes % 2 === 1) await until('deliveries are taken', () => takesDeliveries(all));
		find(all, Math.ceil(share / 4));
		await wait(moment / 2);
		find(all, Math.ceil(share / 4));
		await wait(moment / 2);
		await host.kill();
		gate.isOpen = false;
		find(all, share - 2 * Math.ceil(share / 4));
		failedStarts += await host.relaunch();
		gate.isOpen = true;
		log(`Killed ${crashes + 1} times`);
	}
	log(`Seed ${SEED}, killed so many milliseconds after it was ready: ${moments.join(', ')}`);
	if (failedStarts > 0) log(`n8n itself failed to start ${failedStarts} times, and was started again`);
}

/**
 * Repeats that docs/reliability.md names as a limit: n8n was killed while an execution removed the entries of duplicates, so
 * Retry on it passed what an earlier execution had passed.
 */
function knownRepeats(executions: TriggerExecution[]): number {
	const first = new Map<string, number>();
	let repeats = 0;
	for (const { id, retryOf, output } of executions) {
		for (const update of output) {
			const earlier = first.get(update);
			if (earlier === undefined) first.set(update, Number(id));
			else if (retryOf !== null && earlier < Number(retryOf)) repeats++;
		}
	}
	return repeats;
}

async function judge(subject: Subject, log: (line: string) => void): Promise<Finding[]> {
	const { name, ids, workflow } = subject;
	const statuses = await workflow.settled();
	const before = await workflow.executions();
	const out = tally(
		ids,
		before.flatMap(({ output }) => output),
	);
	const crashed = before.filter(({ status }) => status === 'crashed');
	const held = new Set(crashed.flatMap(({ handed }) => handed));
	const outputs = new Set(before.flatMap(({ output }) => output));
	const nowhere = ids.filter((id) => !outputs.has(id) && !held.has(id)).length;
	log(
		`${name}: ${JSON.stringify(statuses)}; before Retry ${JSON.stringify(out)}, ${held.size} in ${crashed.length} crashed ones, nowhere ${nowhere}`,
	);
	const retried = await workflow.retryFailed();
	const after = await workflow.executions();
	const result = tally(ids, outputOf(after));
	const known = knownRepeats(after);
	result.repeated -= known;
	if (known > 0)
		log(`${name}: ${known} updates repeated by Retry on executions that were killed while dropping them`);
	return [
		compared(`${name}: in no execution at all`, nowhere, 0),
		compared(`${name}: repeated before Retry was pressed`, out.repeated, 0),
		compared(`${name}: after Retry on ${retried} crashed executions`, result, onceEach(ids.length)),
	];
}

async function start(host: Host, sandbox: Sandbox, parameters: object): Promise<TriggerWorkflow> {
	return await TriggerWorkflow.create(await placeOf({ host, sandbox }), 'Killed at work', parameters);
}

/** Updates that n8n's own scheduler polls. `kills` is called while a poll may be under way, and kills and starts n8n. */
async function polledDurably(host: Host, sandbox: Sandbox, kills: (whileDown: () => void) => Promise<void>) {
	sandbox.control.seed({ radars: 1 });
	const workflow = await start(host, sandbox, { delivery: 'polling', pollTimes: pollEverySeconds(2) });
	await workflow.activate();
	const ids: string[] = [];
	const find = () => void ids.push(...newFindings(sandbox, SHARE));
	const arrived = async () => {
		const output = new Set(await workflow.outputIds());
		return ids.slice(-SHARE).every((id) => output.has(id));
	};
	find();
	await until('the first updates have arrived', arrived);
	find();
	await kills(find);
	await until('what was found while n8n was down has arrived', arrived);
	await morePolls(sandbox, 2);
	await workflow.settled();
	await workflow.retryFailed();
	const states = await sqliteOf(host).query('SELECT * FROM poller_state');
	return [
		compared('n8n keeps a state of the poll itself', states.length > 0, true),
		compared(
			'updates over a kill, with n8n as durable poller',
			tally(ids, await workflow.outputIds()),
			onceEach(ids.length),
		),
	];
}

/** The last kill: while its own scheduler polls, and it publishes a trigger that creates a radar. */
async function killedAtWork({ host, ends }: Stage): Promise<Finding[]> {
	const settings = { unlimited: true, account: { duplicatesEnabled: true } };
	const [polled, creating] = [ends(await startSandbox({ settings })), ends(await startSandbox({ settings }))];
	const { control } = creating;
	await host.restart(DURABLE);
	const findings = await polledDurably(host, polled, async (find) => {
		const parameters = { delivery: 'webhook', ...createOnActivation('acme.example') };
		const creates = await start(host, creating, parameters);
		control.addFaults(LATE);
		const publishing = creates.activate().catch(() => undefined);
		await until('the create was sent', () => control.log().some(({ method }) => method === CREATE.method));
		await host.kill();
		find();
		await publishing;
		await host.relaunch();
		await until('the trigger is published again', () => creates.isPublished());
		await control.idle();
	});
	const radars = control.radars().length;
	return [...findings, compared('created when published, duplicates allowed: radars', radars, 1)];
}

async function run(stage: Stage): Promise<Finding[]> {
	const { host, gate, sandbox: pushing, log } = stage;
	const givingUp = stage.ends(await startSandbox());
	for (const { control } of [pushing, givingUp]) {
		control.change({ unlimited: true });
		control.balance(1e6);
	}
	pushing.control.change({
		deliveries: { attempts: 10_000, retryAfter: 1, duplicates: 1, outOfOrder: true, concurrency: 20 },
	});
	givingUp.control.change({ deliveries: { attempts: 1 } });
	gate.isOpen = true;
	const all = await subjects(stage, givingUp);
	await crash(host, gate, all, log);
	for (const { sandbox } of all) await sandbox.control.idle();
	await until('all workflows are published again', async () => {
		const published = await Promise.all(all.map(({ workflow }) => workflow.isPublished()));
		return published.every(Boolean);
	});
	// Polls with catch-up leave younger updates to their webhooks.
	for (const { control } of [pushing, givingUp]) control.clock({ advance: AGE_SECONDS });
	await Promise.all([pushing, givingUp].map(async (sandbox) => await morePolls(sandbox, 4)));
	// What n8n has not managed to write down, without its SQLite lock, it takes for crashed when it starts.
	await host.kill();
	await host.relaunch();
	const findings: Finding[] = [];
	for (const subject of all) {
		findings.push(...(await judge(subject, log)));
		await subject.workflow.deactivate();
	}
	return [...findings, ...(await killedAtWork(stage))];
}

/** n8n is killed again and again, in each delivery at once. */
export const crashes: Section = {
	name: 'crashes',
	risk: 'a killed n8n may lose or repeat an update, also with its durable cursors, or create a radar twice, which only its own database and queue show',
	run: async (context) =>
		await onStage(context, run, (gate) => ({
			...{ ...FOR_MANY_EXECUTIONS, ...LEASE },
			N8N_WEBHOOK_URL: gate.url,
		})),
};
