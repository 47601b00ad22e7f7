import { chunk } from '../../../nodes/shared/values/basics/values';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { sqliteOf } from '../trigger/database';
import { statusesOf } from '../trigger/executions';
import { flood, lookedUp, spentCents, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

/** The sandbox knows companies for most of them, of which some share one. */
const VISITORS = Array.from({ length: 40 }, (_, index) => `93.184.${100 + index}.${index + 1}`);

export const REVEAL = '/v1/company-reveal';

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

const executions = async ({ host }: World, { id }: VisitorWorkflow): Promise<number> =>
	(await host.rest.executions({ workflowId: id })).length;

export const timesLookedUp = (world: World, address: string): number =>
	lookedUp(world).filter((ip) => ip === address).length;

/** Starts n8n again, and waits until it takes page views. */
export async function relaunched(world: World, workflow: VisitorWorkflow): Promise<void> {
	await world.host.relaunch();
	await until(
		'n8n takes page views',
		async () => (await view(world, workflow, { address: '10.0.0.1' })) === 204,
	);
}

/** As many as are looked up at once. */
const AT_ONCE = 10;

/** Many visitors, then the same after n8n was ended during the lookup of one more, who is looked up and paid for again. */
async function manyAtOnce(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const start = { lookups: lookedUp(world).length, cents: spentCents(world) };
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	const views = VISITORS.map((address) => ({ address }));
	for (const some of chunk(views, AT_ONCE)) {
		const before = count((await kept(world, workflow)).visitors);
		await flood(world, workflow, some);
		await until(
			'they are looked up',
			async () => count((await kept(world, workflow)).visitors) === before + some.length,
		);
	}
	const reported = await workflow.visitors();
	const domains = new Set(reported.map(({ domain }) => domain));
	const saved = await kept(world, workflow);
	const before = lookedUp(world).length;
	const lookups = before - start.lookups;
	const cents = spentCents(world) - start.cents;
	const late = '93.184.98.13';
	sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 5 });
	await view(world, workflow, { address: late });
	await until('the lookup is under way', () => timesLookedUp(world, late) === 1);
	await host.kill('SIGTERM');
	sandbox.control.clearFaults();
	await relaunched(world, workflow);
	await flood(world, workflow, views);
	await view(world, workflow, { address: late });
	await until(
		'the last visitor is kept',
		async () => count((await kept(world, workflow)).visitors) > VISITORS.length,
	);
	await workflow.unpublish();
	return [
		{
			what: `${VISITORS.length} visitors, ${AT_ONCE} at once`,
			seen: `${lookups} lookups, ${reported.length} reported`,
			ok: lookups === VISITORS.length && reported.length === domains.size && reported.length > 0,
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
		compared(
			'n8n is ended (SIGTERM) during a lookup, and started: lookups of that visitor, and of all others',
			[timesLookedUp(world, late), lookedUp(world).length - before - timesLookedUp(world, late)],
			[2, 0],
		),
	];
}

/** A full disk during a lookup: n8n can't create the execution, nor save the memory. The company comes after the cooldown. */
async function fullDisk(world: World): Promise<Finding> {
	const { sandbox, host } = world;
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	await view(world, workflow, { address: '93.184.95.1' });
	await until('the first visitor is reported', async () => (await workflow.visitors()).length === 1);
	await until('and saved', async () => count((await kept(world, workflow)).visitors) === 1);
	const database = sqliteOf(host);
	const before = spentCents(world);
	sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 2 });
	const address = '93.184.95.3';
	await view(world, workflow, { address });
	await until('the lookup is under way', () => lookedUp(world).at(-1) === address);
	const lift = await database.refuseExecutions();
	// In other words than a refused execution, which ends the wait.
	await database.query(
		`CREATE TRIGGER full_disk_2 BEFORE UPDATE ON workflow_entity BEGIN SELECT RAISE(FAIL, 'no room for the memory'); END`,
	);
	await until('n8n says that the disk is full', () => host.log().includes('disk is full'));
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

/** Forged, each from another address. */
const VIEWS = 1000;

const LIMIT_CENTS = 100;

/** Runs last, since its lookups go on after the page views, and n8n has ended before. */
export async function forged(world: World): Promise<Finding[]> {
	await world.host.restart();
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: LIMIT_CENTS / 100 });
	await workflow.publish();
	const before = { lookups: lookedUp(world).length, cents: spentCents(world) };
	const views = Array.from({ length: VIEWS }, (_, index) => ({
		address: `9.9.${Math.floor(index / 250)}.${(index % 250) + 1}`,
	}));
	const answers = await flood(world, workflow, views);
	const lookups = () => lookedUp(world).length - before.lookups;
	const cents = () => spentCents(world) - before.cents;
	const database = sqliteOf(world.host);
	await until('the lookups are saved, and their executions end', async () => {
		const { running = 0, new: waiting = 0 } = await statusesOf(database, workflow.id);
		return running + waiting === 0 && count((await kept(world, workflow)).visitors) === lookups();
	});
	await workflow.unpublish();
	return [
		compared(`answers to ${VIEWS} forged page views`, answers, { 204: VIEWS }),
		{
			what: `${VIEWS} forged page views: lookups, cents of ${LIMIT_CENTS}, executions`,
			seen: `${lookups()}, ${cents()}, ${await executions(world, workflow)}`,
			// Lookups under way hold the limit, so how many fit depends on the moment.
			ok: cents() > 0 && cents() <= LIMIT_CENTS,
		},
	];
}

/** What the design rests on: lookups in webhook(), executions for reported companies only, memory in static data. */
export async function lookups(world: World): Promise<Finding[]> {
	return [...(await manyAtOnce(world)), await fullDisk(world)];
}
