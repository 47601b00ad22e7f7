import { compared, type Finding } from '../section';
import { until } from '../../../tools/shared/until';
import { count, kept } from './lookups';
import { lookedUp, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

const ours = (delivery: string) => ({
	name: 'Updates',
	type: 'n8n-nodes-company-radar.companyRadarTrigger',
	typeVersion: 1,
	parameters: { delivery, radars: 'elsewhere' },
});

const rss = ({ website }: World) => ({
	name: 'News',
	type: 'n8n-nodes-base.rssFeedReadTrigger',
	typeVersion: 1,
	parameters: {
		feedUrl: `http://127.0.0.1:${website.port}/feed.xml`,
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	},
});

const CODE = `
const data = $getWorkflowStaticData('global');
await new Promise((resolve) => setTimeout(resolve, 3000));
data.count = (data.count ?? 0) + 1;
return $input.all();`;

const times = (world: World, address: string): number =>
	lookedUp(world).filter((ip) => ip === address).length;

const visitorsKept = async (world: World, workflow: VisitorWorkflow): Promise<number> =>
	count((await kept(world, workflow)).visitors);

/** Triggers that poll are refused, but our own one that only gets webhooks isn't. */
async function published(world: World): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const [what, other] of [
		['RSS Feed Trigger', rss(world)],
		['Company Radar Trigger that polls', ours('polling')],
	] as const) {
		const workflow = await VisitorWorkflow.create(world);
		await workflow.add(other);
		const reason = await workflow.refusal();
		findings.push({
			what: `static data, with ${what}: refused when published`,
			seen: reason.slice(0, 200),
			ok: reason.includes('must not be in the workflow of this trigger'),
		});
	}
	const workflow = await VisitorWorkflow.create(world);
	await workflow.add(ours('webhook'));
	await workflow.publish();
	await view(world, workflow, { address: '93.184.31.1' });
	await until('the company is reported', async () => (await workflow.visitors()).length === 1);
	await until('it is kept', async () => (await visitorsKept(world, workflow)) === 1);
	await world.host.restart();
	await until(
		'n8n takes page views',
		async () => (await view(world, workflow, { address: '10.0.0.1' })) === 204,
	);
	await view(world, workflow, { address: '93.184.31.1' });
	await view(world, workflow, { address: '93.184.31.2' });
	await until('another visitor is looked up', () => times(world, '93.184.31.2') === 1);
	findings.push(
		compared(
			'static data, with Company Radar Trigger that gets webhooks: lookups of a visitor before and after a restart',
			times(world, '93.184.31.1'),
			1,
		),
	);
	await workflow.unpublish();
	return findings;
}

/** A feed that is added to a published workflow: n8n doesn't ask, so its log says it, and the next page view restores what a poll put back. */
async function addedLater(world: World): Promise<Finding[]> {
	const { website, host } = world;
	let items = '';
	const addNews = () => {
		const now = new Date();
		items = `<item><title>${now.toISOString()}</title><link>http://news.example/${+now}</link><pubDate>${now.toUTCString()}</pubDate></item>${items}`;
		website.scripts['/feed.xml'] =
			`<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
	};
	addNews();
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	await workflow.add(rss(world));
	await workflow.publish();
	const address = '93.184.32.1';
	await view(world, workflow, { address });
	await until('the visitor is kept', async () => (await visitorsKept(world, workflow)) === 1);
	addNews();
	await until('a poll puts an old copy back', async () => (await visitorsKept(world, workflow)) === 0, {
		seconds: 130,
	});
	await view(world, workflow, { address });
	await until('the page view restores it', async () => (await visitorsKept(world, workflow)) === 1);
	const before = times(world, address);
	addNews();
	await until('another poll puts an old copy back', async () => (await visitorsKept(world, workflow)) === 0, {
		seconds: 130,
	});
	await host.restart();
	await until('n8n takes page views', async () => (await view(world, workflow, { address })) === 204);
	await until('the visitor is looked up again', () => times(world, address) > before);
	const lines = host
		.log()
		.split('\n')
		.filter((line) => line.includes("'News' must not be in the workflow"));
	await workflow.unpublish();
	return [
		compared(
			'static data, RSS added later: lookups before and after a restart right after a poll',
			[before, times(world, address)],
			[1, 2],
		),
		{
			what: 'static data, RSS added later: lines of the log, one for each start',
			seen: String(lines.length),
			ok: lines.length >= 1 && lines.length <= 2,
		},
	];
}

/** A Code node that writes static data, as the page says of it. */
async function codeNode(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world);
	await workflow.add(
		{ name: 'Code', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode: CODE } },
		'Next',
	);
	await workflow.publish();
	await view(world, workflow, { address: '93.184.33.1' });
	await until('the company is reported', async () => (await workflow.visitors()).length === 1);
	await view(world, workflow, { address: '93.184.33.11' });
	await until('both were kept', async () => (await visitorsKept(world, workflow)) === 2);
	await view(world, workflow, { address: '93.184.33.12' });
	await until('all three are kept', async () => (await visitorsKept(world, workflow)) === 3);
	const lookups = ['93.184.33.1', '93.184.33.11', '93.184.33.12'].map((address) => times(world, address));
	await workflow.unpublish();
	return compared(
		'static data, a Code node writes it: lookups of three visitors, who are all kept after the next page view',
		lookups,
		[1, 1, 1],
	);
}

/** What else writes the static data of the workflow. */
export async function staticData(world: World): Promise<Finding[]> {
	return [...(await published(world)), await codeNode(world), ...(await addedLater(world))];
}
