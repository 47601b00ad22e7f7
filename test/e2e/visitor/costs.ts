import { readFileSync } from 'node:fs';

import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import type { Finding } from '../section';
import { sqliteOf } from '../trigger/database';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { view, VisitorWorkflow } from './visitorWorkflow';
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

/** A page view that leads to nothing costs n8n less than an execution of its own Webhook node. Nearly all of it is n8n's. */
export async function costs(world: World): Promise<Finding> {
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
		ok: median < 1,
	};
}
