import { startSandbox } from '../../../sandbox';
import { until } from '../../../tools/shared/until';
import { Cluster } from '../queueMode/cluster';
import type { Finding, Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { statusesOf } from '../trigger/executions';
import { flood, lookedUp, spentCents, VisitorWorkflow } from './visitorWorkflow';

const WORKERS = 2;

/** Of main and webhooks, which take page views. */
const PROCESSES = 2;
const LIMIT_CENTS = 50;
const VISITORS = 60;

/** Every visitor reaches two processes of n8n, which look visitors up where they arrive. */
async function visits(
	cluster: Cluster,
	sandbox: Awaited<ReturnType<typeof startSandbox>>,
): Promise<Finding[]> {
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

/** What the docs say of queue mode: each process that takes page views counts for itself. */
export const visitorWorkers: Section = {
	name: 'visitorWorkers',
	risk: "in queue mode, several n8n processes share the visitors' memory and limits",
	packages: ['postgresql', 'redis-server'],
	run: async (context) => {
		const sandbox = await startSandbox();
		try {
			const cluster = await Cluster.start(
				{ workers: WORKERS, env: { ...FOR_MANY_EXECUTIONS, N8N_PROXY_HOPS: '1' } },
				context,
			);
			try {
				return await visits(cluster, sandbox);
			} finally {
				await cluster.stop();
			}
		} finally {
			await sandbox.stop();
		}
	},
};
