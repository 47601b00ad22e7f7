import type { Host } from '../../../tools/n8n-host/host';
import { Counter } from './counter';
import { tally, TriggerWorkflow } from './triggerWorkflow';

const EVENTS = 1000;
const AT_ONCE = 50;

/** After this, in milliseconds, nothing is sent any more. */
const LONGEST = 180_000;

/** Resolves with the status. */
export const post = async (url: string, body: unknown): Promise<number> =>
	(
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	).status;

/** Delivers 1,000 different events at once, and then all of them again; counts what comes out behind the trigger. */
export async function burst(host: Host, credential: string) {
	const counter = new Counter();
	const workflow = await new TriggerWorkflow(
		host.rest,
		'Burst',
		{ delivery: 'webhook', radars: 'elsewhere' },
		await counter.listen(),
	).create(credential);
	const url = `${host.url}${workflow.webhookPath()}`;
	await workflow.activate(async () => (await post(url, {})) === 400);
	const events = Array.from({ length: EVENTS }, (_, index) => ({
		update_id: `burst-${index}`,
		update_type: 'radar_finding',
		data: {},
	}));
	const refused: Record<number, number> = {};
	const acknowledged = new Set<string>();
	const start = Date.now();
	for (let round = 0; round < 2; round++) {
		const queue = [...events];
		const sender = async () => {
			for (let event = queue.shift(); event && Date.now() < start + LONGEST; event = queue.shift()) {
				const status = await post(url, event);
				if (status === 200) {
					acknowledged.add(event.update_id);
					continue;
				}
				// What is not acknowledged is sent again, as the service does.
				refused[status] = (refused[status] ?? 0) + 1;
				queue.push(event);
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, sender));
	}
	const acknowledgedSeconds = (Date.now() - start) / 1000;
	await counter.quiet(15);
	counter.close();
	const lastSeconds = counter.lastAt === 0 ? undefined : (counter.lastAt - start) / 1000;
	const failedExecutions = await workflow.failedCount();
	await workflow.deactivate();
	return {
		counts: tally([...acknowledged], counter.ids),
		failedExecutions,
		refused,
		acknowledgedSeconds,
		lastSeconds,
	};
}
