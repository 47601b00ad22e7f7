import path from 'node:path';

import { chunk } from '../../../nodes/shared/values/basics/values';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { filesWith } from '../security/search';
import { nodeOf } from '../stage';
import { sqliteOf } from '../trigger/database';
import { pollEverySeconds } from '../trigger/deliver';
import { flood, lookedUp, spentCents, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

const REVEAL = '/v1/company-reveal';

interface Kept {
	visitors: string;
	companies: string;
	spent: string;
}

/** What n8n keeps of the node. */
async function kept({ host }: World, { id }: VisitorWorkflow): Promise<Partial<Kept>> {
	const statement = `SELECT "staticData" FROM workflow_entity WHERE id = '${id}'`;
	const [row] = await sqliteOf(host).query<{ staticData: string | null }>(statement);
	const data = JSON.parse(row?.staticData ?? '{}') as { global?: Record<string, Kept> };
	const entry = Object.entries(data.global ?? {}).find(([key]) => key.startsWith('visitors '));
	return entry?.[1] ?? {};
}

const entriesIn = (text = '') => text.split(',').filter(Boolean);

const visitorsKept = async (world: World, workflow: VisitorWorkflow): Promise<number> =>
	entriesIn((await kept(world, workflow)).visitors).length;

const centsIn = (text: string | undefined) =>
	entriesIn(text).reduce((sum, entry) => sum + Number.parseInt(entry.split(' ')[1] ?? '0', 36), 0) / 10_000;

const timesLookedUp = (world: World, address: string): number =>
	lookedUp(world).filter((ip) => ip === address).length;

/** A feed that is added to a published workflow: n8n doesn't ask, so its log says it, and the next page view restores what a poll put back. */
async function addedLater(world: World): Promise<Finding> {
	const { website, host } = world;
	let items = '';
	let seconds = 0;
	const addNews = () => {
		// Feeds give times in seconds.
		const now = new Date(Date.now() + 1000 * seconds++);
		items = `<item><title>${now.toISOString()}</title><link>http://news.example/${+now}</link><pubDate>${now.toUTCString()}</pubDate></item>${items}`;
		website.feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
	};
	addNews();
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	const parameters = {
		feedUrl: `http://127.0.0.1:${website.port}/feed.xml`,
		pollTimes: pollEverySeconds(2),
	};
	await workflow.add(nodeOf('News', 'n8n-nodes-base.rssFeedReadTrigger', parameters));
	await workflow.publish();
	const address = '93.184.32.1';
	const isKept = async () => (await visitorsKept(world, workflow)) === 1;
	await view(world, workflow, { address });
	await until('the visitor is kept', isKept);
	addNews();
	await until('a poll puts an old copy back', async () => !(await isKept()));
	await view(world, workflow, { address });
	await until('the page view restores it', isKept);
	await workflow.unpublish();
	const lines = host.log().split("'News' must not be in the workflow").length - 1;
	return compared(
		'an RSS trigger added later: lookups, with the next page view after a poll, and lines of the log',
		[timesLookedUp(world, address), lines],
		[1, 1],
	);
}

/** The sandbox knows companies for most of them, of which some share one. */
const VISITORS = Array.from({ length: 40 }, (_, index) => `93.184.${100 + index}.${index + 1}`);

/** As many as are looked up at once. */
const AT_ONCE = 10;

const KILLED = '93.184.215.113';
const REFUSED = '93.184.215.124';
const INCLUDED = '93.184.215.135';

/** Many visitors, then the same after n8n was killed during the lookup of one more, who is looked up and paid for again. */
async function killed(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const { control } = sandbox;
	const start = { lookups: lookedUp(world).length, cents: spentCents(world) };
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	const views = VISITORS.map((address) => ({ address }));
	for (const some of chunk(views, AT_ONCE)) {
		const before = await visitorsKept(world, workflow);
		await flood(world, workflow, some);
		await until(
			'they are looked up',
			async () => (await visitorsKept(world, workflow)) === before + some.length,
		);
	}
	const reported = (await workflow.visitors()).length;
	const saved = await kept(world, workflow);
	const lookups = lookedUp(world).length - start.lookups;
	const cents = spentCents(world) - start.cents;
	control.addFaults({ kind: 'slow', path: REVEAL, seconds: 20 });
	await view(world, workflow, { address: KILLED });
	await until('the lookup is under way', () => timesLookedUp(world, KILLED) === 1);
	await host.kill();
	control.clearFaults();
	await host.relaunch();
	await until(
		'n8n takes page views',
		async () => (await view(world, workflow, { address: '10.0.0.1' })) === 204,
	);
	await flood(world, workflow, [...views, { address: KILLED }]);
	await until(
		'the last visitor is kept',
		async () => (await visitorsKept(world, workflow)) > VISITORS.length,
	);
	const executions = await workflow.executions();
	control.addFaults({
		...{ kind: 'status', status: 400, path: REVEAL },
		body: {
			...{
				status: 'error',
				code: 400,
				message: `Bad address ${REFUSED}`,
				timestamp: new Date().toISOString(),
			},
			errors: [{ field: 'ip', reason: `${REFUSED} is refused` }],
			error_id: '5d0e39a5-3c8b-4a1f-9a43-95a1c0ffee00',
		},
	});
	await view(world, workflow, { address: REFUSED });
	await until('the lookup is refused', () => host.log().includes('(ip: the address is refused)'));
	const empty = executions.length - (await workflow.visitors()).length;
	await workflow.unpublish();
	return [
		compared(
			`${VISITORS.length} visitors, ${AT_ONCE} at once: lookups; what n8n keeps: visitors, companies, cents; executions without a company`,
			[
				lookups,
				entriesIn(saved.visitors).length,
				entriesIn(saved.companies).length,
				centsIn(saved.spent),
				empty,
			],
			[VISITORS.length, VISITORS.length, reported, cents, 0],
		),
		compared(
			'n8n is killed during a lookup: lookups of that visitor, and of all',
			[timesLookedUp(world, KILLED), lookedUp(world).length - start.lookups],
			// The one that is refused, too.
			[2, VISITORS.length + 3],
		),
	];
}

/** Nothing that n8n keeps tells who visited, unless that is wanted. */
async function privacy(world: World): Promise<Finding[]> {
	const { host } = world;
	const including = await VisitorWorkflow.create(world, { options: { includeIpAddress: true } });
	await including.publish();
	await view(world, including, { address: INCLUDED });
	await until('the address is included', async () => (await including.visitors()).length === 1);
	await including.unpublish();
	const log = host.log();
	await host.kill('SIGTERM');
	const tracesOf = (address: string): string[] =>
		filesWith(path.join(host.userFolder, '.n8n'), address, (file) => !file.includes('node_modules')).found;
	const hidden = [...VISITORS.slice(0, 5), KILLED, REFUSED];
	const found = tracesOf(INCLUDED);
	return [
		compared(
			"files and lines of n8n's log with an address, after success, kill and refusal",
			[hidden.flatMap(tracesOf), hidden.filter((address) => log.includes(address))],
			[[], []],
		),
		{ what: 'the same search with Include IP Address on', seen: found.join(', '), ok: found.length > 0 },
	];
}

/** What polls and a kill do to money and privacy. */
export async function money(world: World): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const part of [addedLater, killed, privacy]) {
		world.log(part.name);
		findings.push(...[await part(world)].flat());
	}
	return findings;
}
