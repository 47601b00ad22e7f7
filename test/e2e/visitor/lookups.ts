import { chunk } from '../../../nodes/shared/values/basics/values';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { sqliteOf } from '../trigger/database';
import { flood, lookedUp, spentCents, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

/** The sandbox knows companies for most of them, of which some share one. */
const VISITORS = Array.from({ length: 40 }, (_, index) => `93.184.${100 + index}.${index + 1}`);

const REVEAL = '/v1/company-reveal';

interface Kept {
	visitors: string;
	companies: string;
	spent: string;
	price: number;
}

/** What n8n keeps of the node. */
export async function kept({ host }: World, { id }: VisitorWorkflow): Promise<Partial<Kept>> {
	const statement = `SELECT "staticData" FROM workflow_entity WHERE id = '${id}'`;
	const [row] = await sqliteOf(host).query<{ staticData: string | null }>(statement);
	const data = JSON.parse(row?.staticData ?? '{}') as { global?: Record<string, Kept> };
	const entry = Object.entries(data.global ?? {}).find(([key]) => key.startsWith('visitors '));
	return entry?.[1] ?? {};
}

export const count = (text = '') => text.split(',').filter(Boolean).length;

const centsIn = (text = '') =>
	text
		.split(',')
		.filter(Boolean)
		.reduce((sum, entry) => sum + Number.parseInt(entry.split(' ')[1] ?? '0', 36), 0) / 10_000;

async function executions({ host }: World, { id }: VisitorWorkflow): Promise<number> {
	return (await host.rest.executions({ workflowId: id })).length;
}

/** Waits until n8n takes page views. */
async function ready(world: World, workflow: VisitorWorkflow): Promise<void> {
	await until(
		'n8n takes page views',
		async () => (await view(world, workflow, { address: '10.0.0.1' })) === 204,
	);
}

/** As many as are looked up at once. */
export const AT_ONCE = 10;

/** Many visitors, then the same after a restart. */
async function manyAtOnce(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 1, count: 1000 });
	const views = VISITORS.map((address) => ({ address }));
	const start = performance.now();
	for (const some of chunk(views, AT_ONCE)) {
		const before = count((await kept(world, workflow)).visitors);
		await flood(world, workflow, some);
		await until(
			'they are looked up',
			async () => count((await kept(world, workflow)).visitors) === before + some.length,
			{ seconds: 60 },
		);
	}
	const seconds = (performance.now() - start) / 1000;
	sandbox.control.clearFaults();
	const reported = await workflow.visitors();
	const domains = new Set(reported.map(({ domain }) => domain));
	const saved = await kept(world, workflow);
	const before = lookedUp(world).length;
	const cents = spentCents(world);
	await host.restart();
	await ready(world, workflow);
	await flood(world, workflow, views);
	await view(world, workflow, { address: '93.184.99.3' });
	await until('the last one is looked up', () => lookedUp(world).length > before);
	await workflow.unpublish();
	return [
		{
			what: `${VISITORS.length} visitors, ${AT_ONCE} at once, answers slowed by a second`,
			seen: `${before} lookups, ${await executions(world, workflow)} executions, ${reported.length} reported, ${seconds.toFixed(1)} s`,
			ok: before === VISITORS.length && reported.length === domains.size && reported.length > 0,
		},
		compared(
			'executions that reported nothing',
			(await executions(world, workflow)) - (await workflow.visitors()).length,
			0,
		),
		compared(
			'what n8n keeps: visitors, companies, cents',
			[count(saved.visitors), count(saved.companies), centsIn(saved.spent)],
			[VISITORS.length, reported.length, cents],
		),
		compared('lookups of the same visitors after a restart', lookedUp(world).length - before, 1),
	];
}

/** A full disk during a lookup: n8n can't create the execution, nor save the memory. The company comes after the cooldown. */
async function fullDisk(world: World): Promise<Finding> {
	const { sandbox, host } = world;
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	await view(world, workflow, { address: '93.184.95.1' });
	await until('the first visitor is reported', async () => (await workflow.visitors()).length === 1);
	const database = sqliteOf(host);
	const before = spentCents(world);
	sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 2 });
	const address = '93.184.95.3';
	await view(world, workflow, { address });
	await until('the lookup is under way', () => lookedUp(world).at(-1) === address);
	const lift = await database.refuseExecutions();
	await database.query(
		`CREATE TRIGGER full_disk_2 BEFORE UPDATE ON workflow_entity BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
	);
	await until('n8n says that the disk is full', () => host.log().includes('disk is full'), { seconds: 30 });
	await lift();
	await database.query('DROP TRIGGER full_disk_2');
	await view(world, workflow, { address });
	await until('the memory is saved', async () => count((await kept(world, workflow)).visitors) === 2);
	const saved = await kept(world, workflow);
	await workflow.unpublish();
	return compared(
		'a full disk during a lookup: cents, reported, visitors kept afterwards',
		[spentCents(world) - before, (await workflow.visitors()).length, count(saved.visitors)],
		[5, 1, 2],
	);
}

/** A lookup is under way when n8n ends: the visitor's next page view pays again, and is reported. */
async function endings(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const findings: Finding[] = [];
	for (const [index, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
		const workflow = await VisitorWorkflow.create(world);
		await workflow.publish();
		const address = `93.184.98.${12 + index}`;
		sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 5 });
		const times = () => lookedUp(world).filter((ip) => ip === address).length;
		const before = spentCents(world);
		await view(world, workflow, { address });
		await until('the lookup is under way', () => times() === 1);
		await host.kill(signal);
		sandbox.control.clearFaults();
		await host.restart();
		await ready(world, workflow);
		await view(world, workflow, { address });
		await until('the visitor is reported', async () => (await workflow.visitors()).length === 1);
		await workflow.unpublish();
		findings.push(
			compared(
				`${signal} during a lookup: lookups, cents, reported`,
				[times(), spentCents(world) - before, 1],
				[2, 10, 1],
			),
		);
	}
	return findings;
}

/** What the design rests on: lookups in webhook(), executions for reported companies only, memory in static data. */
export async function lookups(world: World): Promise<Finding[]> {
	return [...(await manyAtOnce(world)), ...(await endings(world)), await fullDisk(world)];
}
