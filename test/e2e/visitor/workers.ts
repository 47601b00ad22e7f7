import { type Sandbox, startSandbox } from '../../../sandbox';
import { until } from '../../../tools/shared/until';
import type { Cluster } from '../queueMode/cluster';
import type { Finding } from '../section';
import { statusesOf } from '../trigger/executions';
import { flood, lookedUp, spentCents, VisitorWorkflow } from './visitorWorkflow';

/** Of main and webhooks, which take page views. */
const PROCESSES = 2;
const LIMIT_CENTS = 50;
const VISITORS = 60;

/** What the docs say of queue mode: each process that takes page views counts for itself. Every visitor reaches two. */
export async function visits(cluster: Cluster): Promise<Finding[]> {
	const sandbox = await startSandbox();
	try {
		return await visitsOf(cluster, sandbox);
	} finally {
		await sandbox.stop();
	}
}

async function visitsOf(cluster: Cluster, sandbox: Sandbox): Promise<Finding[]> {
	const { host, webhooksAt, database } = cluster;
	const workflow = await VisitorWorkflow.create({ host, sandbox }, { spendingLimit: LIMIT_CENTS / 100 });
	await workflow.publish();
	const addresses = Array.from({ length: VISITORS }, (_, index) => `93.184.219.${index + 1}`);
	const views = addresses.flatMap((address) => [host.url, webhooksAt].map((at) => ({ address, at })));
	await flood({ host }, workflow, views);
	await until('the limit is reached', () => spentCents({ sandbox }) >= LIMIT_CENTS);
	await until('the executions end', async () => {
		const { running = 0, new: waiting = 0 } = await statusesOf(database, workflow.id);
		return running + waiting === 0;
	});
	const lookups = lookedUp({ sandbox });
	const most = Math.max(...addresses.map((address) => lookups.filter((ip) => ip === address).length));
	const cents = spentCents({ sandbox });
	return [
		{
			what: `main and webhook process, ${views.length} page views of ${VISITORS} addresses: lookups of one address`,
			seen: `${most} at most, ${lookups.length} in all`,
			ok: most >= 1 && most <= PROCESSES,
		},
		{
			what: `main and webhook process: cents spent, of ${LIMIT_CENTS} each`,
			seen: String(cents),
			ok: cents > 0 && cents <= PROCESSES * LIMIT_CENTS,
		},
	];
}
