import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { sqliteOf } from '../trigger/database';
import { statusesOf } from '../trigger/executions';
import { count, kept } from './lookups';
import { flood, lookedUp, spentCents, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

/** How many page views are forged; 10,000 for the figures in the docs. */
const VIEWS = Number(process.env.VISITOR_VIEWS ?? 2000);

const LIMIT_CENTS = 100;
const PRICE_CENTS = 5;

/** While 100 executions begin at once, on a busy machine. */
const LONGEST_MS = 10_000;

const executionsOf = async ({ host }: World, workflow: VisitorWorkflow): Promise<number> => {
	const statuses = await statusesOf(sqliteOf(host), workflow.id);
	return Object.values(statuses).reduce((sum, count) => sum + count, 0);
};

/** Waits until all lookups are answered and saved, and their executions have ended. */
async function ended(world: World, workflow: VisitorWorkflow, before: number): Promise<void> {
	await until('the lookups are saved', async () => {
		const { visitors } = await kept(world, workflow);
		return count(visitors) === lookedUp(world).length - before;
	});
	await until('the executions end', async () => {
		const { running = 0, new: waiting = 0 } = await statusesOf(sqliteOf(world.host), workflow.id);
		return running + waiting === 0;
	});
}

/** How long n8n's own Webhook node takes to answer while `work` goes on, in milliseconds. */
async function latencies(other: TriggerWorkflow, work: Promise<unknown>): Promise<number[]> {
	let isDone = false;
	void work.finally(() => (isDone = true));
	const times: number[] = [];
	while (!isDone) {
		const start = performance.now();
		const { status } = await loopback.post(other.webhookUrl, {});
		if (status === 200) times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b);
}

async function forged(world: World, other: TriggerWorkflow): Promise<Finding[]> {
	const sources: Array<[name: string, address: (index: number) => string]> = [
		['one address', () => '93.184.216.34'],
		['one IPv6 /64', (index) => `2a00:1450:4001:82a::${(index + 1).toString(16)}`],
		['1,000 addresses', (index) => `9.9.${Math.floor((index % 1000) / 250)}.${(index % 250) + 1}`],
	];
	const findings: Finding[] = [];
	for (const [name, address] of sources) {
		const workflow = await VisitorWorkflow.create(world, { spendingLimit: LIMIT_CENTS / 100 });
		await workflow.publish();
		const before = { lookups: lookedUp(world).length, cents: spentCents(world) };
		const views = Array.from({ length: VIEWS }, (_, index) => ({ address: address(index) }));
		const work = flood(world, workflow, views);
		const times = await latencies(other, work);
		await ended(world, workflow, before.lookups);
		const [lookups, cents] = [lookedUp(world).length - before.lookups, spentCents(world) - before.cents];
		const executions = await executionsOf(world, workflow);
		await workflow.unpublish();
		findings.push(
			compared(`${name}: answers to ${VIEWS} forged page views`, await work, { 204: VIEWS }),
			{
				what: `${name}: lookups, cents of ${LIMIT_CENTS}, executions`,
				seen: `${lookups}, ${cents}, ${executions}`,
				ok:
					name === '1,000 addresses'
						? // Lookups without a match cost nothing, but hold the limit while they run.
							cents <= LIMIT_CENTS && lookups >= LIMIT_CENTS / PRICE_CENTS
						: lookups === 1,
			},
			{
				what: `${name}: another workflow's webhook meanwhile`,
				seen: `${times.length} answers, median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms`,
				ok: times.length > 0 && (times.at(-1) ?? Infinity) < LONGEST_MS,
			},
		);
	}
	return findings;
}

/** While the service is down, few executions start, and none waits. */
async function outage(world: World, other: TriggerWorkflow): Promise<Finding[]> {
	const { sandbox } = world;
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	sandbox.control.addFaults({ kind: 'status', status: 503, path: '*', count: 10_000 });
	const visitor = { address: '93.184.216.45' };
	await view(world, workflow, visitor);
	await until('the first execution fails', async () => (await executionsOf(world, workflow)) === 1, {
		seconds: 60,
	});
	const views = Array.from({ length: 200 }, (_, index) => ({ address: `9.10.0.${index + 1}` }));
	const times = await latencies(other, flood(world, workflow, [...views, visitor]));
	const executions = await executionsOf(world, workflow);
	sandbox.control.clearFaults();
	await until(
		'the visitor is looked up again a minute later',
		async () => {
			await view(world, workflow, visitor);
			return (
				lookedUp(world).filter((ip) => ip === visitor.address).length > 1 &&
				(await workflow.visitors()).length > 0
			);
		},
		{ seconds: 200, everyMs: 5000 },
	);
	await workflow.unpublish();
	return [
		compared('outage: executions for 202 page views', executions, 1),
		{
			what: "outage: another workflow's webhook meanwhile",
			seen: `median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms`,
			ok: (times.at(-1) ?? Infinity) < LONGEST_MS,
		},
		compared('outage: then the visitor is reported', (await workflow.visitors()).length, 1),
	];
}

/** 1,000 page views from 300 addresses, of which at most 100 are looked up in a minute, each once. */
async function busyMinute(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	const before = lookedUp(world).length;
	const views = Array.from({ length: 1000 }, (_, index) => ({
		address: `9.11.${index % 3}.${(index % 100) + 1}`,
	}));
	await flood(world, workflow, views);
	await ended(world, workflow, before);
	const addresses = lookedUp(world).slice(before);
	await workflow.unpublish();
	return {
		what: '1,000 page views from 300 addresses: lookups, and addresses looked up',
		seen: `${addresses.length}, ${new Set(addresses).size}; ${await executionsOf(world, workflow)} executions`,
		ok: addresses.length <= 200 && addresses.length >= 10 && new Set(addresses).size === addresses.length,
	};
}

/** What forged page views and outages cost. */
export async function money(world: World): Promise<Finding[]> {
	const place = { rest: world.host.rest, database: sqliteOf(world.host), credential: '' };
	const other = await TriggerWorkflow.withWebhookNode(place, 'Other');
	await other.activate();
	return [...(await forged(world, other)), await busyMinute(world), ...(await outage(world, other))];
}
