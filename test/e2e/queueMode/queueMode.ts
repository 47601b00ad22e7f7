import { setTimeout as wait } from 'node:timers/promises';
import { version } from '../../../package.json';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { burst } from '../trigger/burst';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { deliver, tally } from '../trigger/deliver';
import {
	createOnActivation,
	credentialFor,
	isUnderWay,
	TriggerWorkflow,
	type TriggerPlace,
	outputOf,
} from '../trigger/triggerWorkflow';
import { until } from '../../../tools/shared/until';
import { flood, lookedUp, spentCents } from '../visitor/views';
import { settingsOf, startLoadBalancer, withRegistry } from '../docker';
import { Cluster } from './cluster';
import { manualWork } from './manual';

const UPDATES = Number(process.env.QUEUE_UPDATES ?? 5000);
/** Of each workflow. */
const UPDATES_EACH = UPDATES / 2;
const AT_ONCE = 20;
const AT_A_TIME = 200;

/**
 * A worker that starts again marks what it had in hand as crashed, which Retry completes; what it had only just begun stays under
 * way for ever, until it is stopped. The Compose file switches off what would make failures of them, which n8n cannot retry.
 */
const SETTINGS = { ...FOR_MANY_EXECUTIONS, N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };

const settingsFor = (process: string) => settingsOf('compose.queue.yaml', process, version);

/** An execution ends much sooner, on a busy machine too. */
const QUIET_MS = 20_000;

interface Subject {
	name: string;
	workflow: TriggerWorkflow;
	radarId: string;
	webhookUrl: string;
	/** `update_id`s that were found. */
	ids: string[];
}

/** A workflow whose deliveries share executions, as by default, and one with an execution for each. */
async function subjects(place: TriggerPlace, sandbox: Sandbox): Promise<Subject[]> {
	const all: Subject[] = [];
	for (const [name, domain, oneExecutionEach] of [
		['shared executions', 'acme.example', false],
		['one execution each', 'beta.example.com', true],
	] as const) {
		const workflow = await TriggerWorkflow.create(place, name, {
			delivery: 'webhookWithCatchUp',
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			...createOnActivation(domain),
			options: { rememberedUpdates: 2 * UPDATES, oneExecutionEach },
		});
		await workflow.activate();
		const { radar_id: radarId = '', webhook_url: webhookUrl = '' } = sandbox.control.radars().at(-1) ?? {};
		all.push({ name, workflow, radarId, webhookUrl, ids: [] });
	}
	return all;
}

/** Kills a worker when a third of the updates has been found, and restarts Redis when two thirds have. */
async function disturb(cluster: Cluster, all: Subject[]): Promise<void> {
	const reached = async (share: number) =>
		await until(
			`${share} of the updates`,
			() => all.reduce((sum, { ids }) => sum + ids.length, 0) >= UPDATES * share,
			{ everyMs: 100 },
		);
	await reached(1 / 3);
	await cluster.workers[0]?.kill();
	await wait(2000);
	await cluster.workers[0]?.launch();
	await reached(2 / 3);
	await cluster.redis.restart();
}

/** Findings of a radar, pushed by us in the service's stead, which sends no second time here. */
async function find(sandbox: Sandbox, { radarId, webhookUrl, ids }: Subject): Promise<void> {
	while (ids.length < UPDATES_EACH) {
		const count = Math.min(AT_A_TIME, UPDATES_EACH - ids.length);
		const found = sandbox.control.pushFindings({ radar_id: radarId, count });
		ids.push(...found.map(({ update_id: id }) => id));
		await deliver(webhookUrl, found, AT_ONCE);
	}
}

/** Waits until no execution is under way, or nothing changes any more. */
async function quiet(workflow: TriggerWorkflow): Promise<Record<string, number>> {
	let statuses: Record<string, number> = {};
	let since = Date.now();
	const isQuiet = async () => {
		const before = JSON.stringify(statuses);
		statuses = await workflow.statuses();
		if (JSON.stringify(statuses) !== before) since = Date.now();
		return !isUnderWay(statuses) || Date.now() - since > QUIET_MS;
	};
	await until('the executions end', isQuiet, { everyMs: 1000 });
	return statuses;
}

/** A poll comes each minute, and brings what was pushed to a killed worker and not recorded there. */
async function caughtUp(workflow: TriggerWorkflow, ids: string[]): Promise<void> {
	const isComplete = async () => tally(ids, await workflow.outputIds()).lost === 0;
	await until('the polls bring the rest', isComplete, { everyMs: 1000 }).catch(() => undefined);
}

async function judge({ name, workflow, ids }: Subject, { log }: E2eContext): Promise<Finding[]> {
	const statuses = await quiet(workflow);
	const before = tally(ids, await workflow.outputIds());
	const stopped = await workflow.stopUnderWay();
	const retried = await workflow.retryFailed();
	await caughtUp(workflow, ids);
	await workflow.deactivate();
	const executions = await workflow.executions();
	const after = tally(ids, outputOf(executions));
	const somewhere = new Set(executions.flatMap(({ handed, output }) => [...handed, ...output]));
	log(
		`${name}: ${JSON.stringify(statuses)}; before Retry ${JSON.stringify(before)}, after it ${JSON.stringify(after)}`,
	);
	return [
		compared(
			`${name}: ${ids.length} found, in no execution at all`,
			ids.filter((id) => !somewhere.has(id)).length,
			0,
		),
		compared(
			`${name}: lost after Retry on ${retried} executions, ${stopped} of which n8n did not end and we stopped`,
			after.lost,
			0,
		),
	];
}

/** Of main and webhooks, which take page views. */
const PROCESSES = 2;
const LIMIT_CENTS = 50;
const VISITORS = 60;

/** What the docs say of queue mode: each process that takes page views counts for itself. Every visitor reaches two. */
async function visits(
	place: TriggerPlace,
	{ host, webhooksAt }: Cluster,
	sandbox: Sandbox,
): Promise<Finding> {
	const world = { sandbox };
	const workflow = await TriggerWorkflow.ofVisitors(place, { spendingLimit: LIMIT_CENTS / 100 });
	await workflow.activate();
	const addresses = Array.from({ length: VISITORS }, (_, index) => `93.184.219.${index + 1}`);
	const before = spentCents(world);
	const views = addresses.flatMap((address) => [host.url, webhooksAt].map((at) => ({ address, at })));
	await flood(workflow, views);
	await until('the limit is reached', () => spentCents(world) - before >= LIMIT_CENTS);
	await workflow.settled();
	const lookups = lookedUp(world);
	const most = Math.max(...addresses.map((address) => lookups.filter((ip) => ip === address).length));
	const cents = spentCents(world) - before;
	return {
		what: `main and webhook process, ${views.length} page views of ${VISITORS} addresses: lookups of one address; cents of ${LIMIT_CENTS} each`,
		seen: `${most} at most, ${lookups.length} in all; ${cents}`,
		ok: most >= 1 && most <= PROCESSES && cents <= PROCESSES * LIMIT_CENTS,
	};
}

async function measure(cluster: Cluster, sandbox: Sandbox, context: E2eContext): Promise<Finding[]> {
	const { host, database, webhooksAt } = cluster;
	const place = { rest: host.rest, database, webhooksAt, credential: await credentialFor(host, sandbox) };
	const all = await subjects(place, sandbox);
	sandbox.control.change({ deliveries: { attempts: 0 } });
	await Promise.all([...all.map(async (subject) => await find(sandbox, subject)), disturb(cluster, all)]);
	context.log('All delivered');
	const judged = await Promise.all(all.map(async (subject) => await judge(subject, context)));
	return [
		...judged.flat(),
		...(await burst(place, { inQueueMode: true }, context)),
		await visits(place, cluster, sandbox),
	];
}

async function onCluster(registry: Record<string, string>, context: E2eContext): Promise<Finding[]> {
	const [own, sandbox] = [await startSandbox(), await startSandbox({ settings: { unlimited: true } })];
	let cluster: Cluster | undefined;
	const balancer = await startLoadBalancer(() => ({
		main: cluster?.host.url ?? '',
		webhooks: cluster?.webhooksAt ?? '',
	}));
	try {
		const env = { ...SETTINGS, ...registry, N8N_WEBHOOK_URL: balancer.url };
		const envOf = {
			main: settingsFor('main'),
			webhook: settingsFor('webhook'),
			worker: settingsFor('worker'),
		};
		cluster = await Cluster.start({ workers: 2, env, envOf }, context);
		return [...(await manualWork(cluster, own)), ...(await measure(cluster, sandbox, context))];
	} finally {
		await cluster?.stop();
		await balancer.stop();
		for (const each of [own, sandbox]) await each.stop();
	}
}

/**
 * Main, two workers and a process for webhooks, with the settings of `examples/docker`, which install the package themselves. People
 * work in the editor; a worker is killed, and Redis, which writes its queue down, restarted. Then a burst, and visitors.
 */
export const queueMode: Section = {
	name: 'queueMode',
	risk: 'several n8n processes may not install the package or run manual work, and may lose updates or pay too much, as they share one table without a lock',
	packages: ['openssl', 'postgresql', 'redis-server'],
	run: async (context) => await withRegistry(context, async (env) => await onCluster(env, context)),
};
