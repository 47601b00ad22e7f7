import { chunk } from '../../../nodes/shared/values/basics/values';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { filesWith } from '../security/search';
import { nodeOf } from '../stage';
import { sqliteOf } from '../trigger/database';
import { pollEverySeconds } from '../trigger/deliver';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { flood, lookedUp, spentCents, view, visitorsOf } from './views';
import type { World } from './world';

const REVEAL = '/v1/company-reveal';

interface Kept {
	visitors: string;
	companies: string;
	spent: string;
}

/** What n8n keeps of the node. */
async function kept({ host }: World, { id }: TriggerWorkflow): Promise<Partial<Kept>> {
	const statement = `SELECT "staticData" FROM workflow_entity WHERE id = '${id}'`;
	const [row] = await sqliteOf(host).query<{ staticData: string | null }>(statement);
	const data = JSON.parse(row?.staticData ?? '{}') as { global?: Record<string, Kept> };
	const entry = Object.entries(data.global ?? {}).find(([key]) => key.startsWith('visitors '));
	return entry?.[1] ?? {};
}

const entriesIn = (text = '') => text.split(',').filter(Boolean);

const visitorsKept = async (world: World, workflow: TriggerWorkflow): Promise<number> =>
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
	const workflow = await TriggerWorkflow.ofVisitors(world.place);
	await workflow.activate();
	const parameters = {
		feedUrl: `http://127.0.0.1:${website.port}/feed.xml`,
		pollTimes: pollEverySeconds(2),
	};
	await workflow.add(nodeOf('News', 'n8n-nodes-base.rssFeedReadTrigger', parameters));
	await workflow.activate();
	const address = '93.184.32.1';
	const isKept = async () => (await visitorsKept(world, workflow)) === 1;
	await view(workflow, { address });
	await until('the visitor is kept', isKept);
	addNews();
	await until('a poll puts an old copy back', async () => !(await isKept()));
	await view(workflow, { address });
	await until('the page view restores it', isKept);
	await workflow.deactivate();
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
	const workflow = await TriggerWorkflow.ofVisitors(world.place, { spendingLimit: 100 });
	await workflow.activate();
	const views = VISITORS.map((address) => ({ address }));
	for (const some of chunk(views, AT_ONCE)) {
		const before = await visitorsKept(world, workflow);
		await flood(workflow, some);
		await until(
			'they are looked up',
			async () => (await visitorsKept(world, workflow)) === before + some.length,
		);
	}
	const reported = (await visitorsOf(workflow)).length;
	const saved = await kept(world, workflow);
	const lookups = lookedUp(world).length - start.lookups;
	const cents = spentCents(world) - start.cents;
	control.addFaults({ kind: 'slow', path: REVEAL, seconds: 20 });
	await view(workflow, { address: KILLED });
	await until('the lookup is under way', () => timesLookedUp(world, KILLED) === 1);
	await host.kill();
	control.clearFaults();
	await host.relaunch();
	await until('n8n takes page views', async () => (await view(workflow, { address: '10.0.0.1' })) === 204);
	await flood(workflow, [...views, { address: KILLED }]);
	await until(
		'the last visitor is kept',
		async () => (await visitorsKept(world, workflow)) > VISITORS.length,
	);
	const executions = await workflow.outputs();
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
	await view(workflow, { address: REFUSED });
	await until('the lookup is refused', () => host.log().includes('(ip: the address is refused)'));
	const empty = executions.length - (await visitorsOf(workflow)).length;
	await workflow.deactivate();
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
	const including = await TriggerWorkflow.ofVisitors(world.place, { options: { includeIpAddress: true } });
	await including.activate();
	await view(including, { address: INCLUDED });
	await until('the address is included', async () => (await visitorsOf(including)).length === 1);
	await including.deactivate();
	const log = host.log();
	await host.kill('SIGTERM');
	const tracesOf = (address: string): string[] => filesWith(host, address).found;
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
