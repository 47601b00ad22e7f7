import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import type { Finding } from '../section';
import { sqliteOf } from '../trigger/database';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { AT_ONCE, count, kept } from './lookups';
import { flood, lookedUp, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

const REQUESTS = 40;

/** Short and many, because the processor time of n8n's own work in the background varies by a tenth. */
const ROUNDS = 7;

/** Clock ticks of Linux are 10 ms. */
const TICK_MS = 10;

/** Processor time that n8n has taken so far, in milliseconds. */
function processorMs({ host }: World): number {
	const fields = readFileSync(`/proc/${host.pid}/stat`, 'utf8')
		.replace(/^.*\) /, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function costOf(
	world: World,
	request: () => Promise<unknown>,
	ended: () => Promise<void>,
): Promise<number> {
	const before = processorMs(world);
	for (let count = 0; count < REQUESTS; count++) await request();
	await ended();
	return (processorMs(world) - before) / REQUESTS;
}

/** Memory that n8n takes, in MB. */
function memoryMb({ host }: World): number {
	const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8')) ?? [];
	return Math.round(Number(kilobytes) / 1024);
}

/** How much more n8n may take than for its own Webhook node, which answers at once. */
const MOST_MB = 120;

const VIEWS = 1000;

/** Until the slow service answers. */
const SECONDS = 25;

/** The most memory that n8n takes during the work, beyond what it took before. */
async function memoryDuring(world: World, work: () => Promise<unknown>): Promise<number> {
	const before = memoryMb(world);
	let most = before;
	let isDone = false;
	const watch = async () => {
		while (!isDone) {
			most = Math.max(most, memoryMb(world));
			await setTimeout(50);
		}
	};
	const watching = watch();
	await work();
	isDone = true;
	await watching;
	return most - before;
}

/** The service answers after 25 seconds, and n8n doesn't know its time yet: few page views wait, the others end at once. */
async function manyWhileSlow(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const place = { rest: host.rest, database: sqliteOf(host), credential: '' };
	const webhook = await TriggerWorkflow.withWebhookNode(place, 'Webhook');
	await webhook.activate();
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 1000 });
	await workflow.publish();
	let left = VIEWS;
	const ofWebhooks = await memoryDuring(world, async () => {
		const sender = async () => {
			while (left-- > 0) await loopback.post(webhook.webhookUrl, {});
		};
		await Promise.all(Array.from({ length: 50 }, sender));
		await webhook.settled();
	});
	await webhook.deactivate();
	sandbox.control.addFaults({ kind: 'slow', path: '*', seconds: SECONDS, count: VIEWS });
	const views = Array.from({ length: VIEWS }, (_, index) => ({
		address: `93.${180 + Math.floor(index / 250)}.96.${(index % 250) + 1}`,
	}));
	const before = lookedUp(world).length;
	const start = performance.now();
	const ofViews = await memoryDuring(world, async () => {
		await flood(world, workflow, views);
		await until('some are looked up', () => lookedUp(world).length - before >= AT_ONCE, { seconds: 90 });
	});
	const seconds = (performance.now() - start) / 1000;
	sandbox.control.clearFaults();
	const answered = async () =>
		count((await kept(world, workflow)).visitors) === lookedUp(world).length - before;
	await until('all are answered', answered, { seconds: 120 });
	const atOnce = lookedUp(world).length - before;
	await view(world, workflow, { address: '93.179.96.1' });
	await until(
		'another one is looked up with its next page view',
		() => lookedUp(world).length > before + atOnce,
	);
	await workflow.unpublish();
	return [
		{
			what: `${VIEWS} visitors while the service answers after ${SECONDS} s: MB more, and for ${VIEWS} requests to a Webhook node`,
			seen: `${ofViews} and ${ofWebhooks}`,
			ok: ofViews - ofWebhooks <= MOST_MB,
		},
		{
			what: `the same: looked up, of ${AT_ONCE} at once`,
			seen: `${atOnce} in ${seconds.toFixed(0)} s`,
			ok: atOnce >= AT_ONCE && atOnce <= AT_ONCE * Math.ceil(seconds / SECONDS),
		},
	];
}

/** A page view that leads to nothing costs n8n less than an execution of its own Webhook node. Nearly all of it is n8n's. */
async function processorTime(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	const place = { rest: world.host.rest, database: sqliteOf(world.host), credential: '' };
	const webhook = await TriggerWorkflow.withWebhookNode(place, 'Webhook');
	await webhook.activate();
	const nothing = async () => await view(world, workflow, { address: '93.184.218.1' });
	const execution = async () => await loopback.post(webhook.webhookUrl, {});
	// The first of each loads code, and looks the visitor up.
	await Promise.all([nothing(), execution()]);
	await until('the visitor is reported', async () => (await workflow.visitors()).length === 1);
	const ratios: number[] = [];
	const times: string[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const views = await costOf(world, nothing, async () => undefined);
		const executions = await costOf(world, execution, async () => void (await webhook.settled()));
		ratios.push(views / executions);
		times.push(`${views.toFixed(1)} and ${executions.toFixed(1)} ms`);
	}
	await workflow.unpublish();
	await webhook.deactivate();
	const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.POSITIVE_INFINITY;
	return {
		what: 'processor time of a page view that leads to nothing, and of a Webhook execution',
		seen: `${times.join('; ')}: ratio ${median.toFixed(2)}`,
		ok: median <= 0.9,
	};
}

/** What page views cost n8n, with the script engine that it has by default. */
export async function costs(world: World): Promise<Finding[]> {
	return [await processorTime(world), ...(await manyWhileSlow(world))];
}
