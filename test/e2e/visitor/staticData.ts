import { compared, type Finding } from '../section';
import { until } from '../../../tools/shared/until';
import { pollEverySeconds } from '../trigger/deliver';
import { count, kept, timesLookedUp } from './lookups';
import { view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

const rss = ({ website }: World) => ({
	name: 'News',
	type: 'n8n-nodes-base.rssFeedReadTrigger',
	typeVersion: 1,
	parameters: {
		feedUrl: `http://127.0.0.1:${website.port}/feed.xml`,
		pollTimes: pollEverySeconds(2),
	},
});

const CODE = `
const data = $getWorkflowStaticData('global');
await new Promise((resolve) => setTimeout(resolve, 3000));
data.count = (data.count ?? 0) + 1;
return $input.all();`;

const visitorsKept = async (world: World, workflow: VisitorWorkflow): Promise<number> =>
	count((await kept(world, workflow)).visitors);

/** Why n8n doesn't publish it. */
async function refused(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world);
	await workflow.add(rss(world));
	const reason = await workflow.refusal();
	return {
		what: 'static data, with RSS Feed Trigger: refused when published',
		seen: reason.slice(0, 200),
		ok: reason.includes('must not be in the workflow of this trigger'),
	};
}

/** A feed that is added to a published workflow: n8n doesn't ask, so its log says it, and the next page view restores what a poll put back. */
async function addedLater(world: World): Promise<Finding[]> {
	const { website, host } = world;
	let items = '';
	let seconds = 0;
	const addNews = () => {
		// Feeds give times in seconds.
		const now = new Date(Date.now() + 1000 * seconds++);
		items = `<item><title>${now.toISOString()}</title><link>http://news.example/${+now}</link><pubDate>${now.toUTCString()}</pubDate></item>${items}`;
		website.scripts['/feed.xml'] =
			`<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
	};
	addNews();
	const logged = () => host.log().split("'News' must not be in the workflow").length;
	const before = logged();
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	await workflow.add(rss(world));
	await workflow.publish();
	const address = '93.184.32.1';
	await view(world, workflow, { address });
	await until('the visitor is kept', async () => (await visitorsKept(world, workflow)) === 1);
	addNews();
	await until('a poll puts an old copy back', async () => (await visitorsKept(world, workflow)) === 0);
	await view(world, workflow, { address });
	await until('the page view restores it', async () => (await visitorsKept(world, workflow)) === 1);
	const said = logged() - before;
	await workflow.unpublish();
	return [
		compared(
			'static data, RSS added later: lookups, with the next page view after a poll',
			timesLookedUp(world, address),
			1,
		),
		{
			what: 'static data, RSS added later: lines of the log',
			seen: String(said),
			ok: said === 1,
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
	const lookups = ['93.184.33.1', '93.184.33.11', '93.184.33.12'].map((address) =>
		timesLookedUp(world, address),
	);
	await workflow.unpublish();
	return compared(
		'static data, a Code node writes it: lookups of three visitors, who are all kept after the next page view',
		lookups,
		[1, 1, 1],
	);
}

/** What else writes the static data of the workflow. */
export async function staticData(world: World): Promise<Finding[]> {
	return [await refused(world), await codeNode(world), ...(await addedLater(world))];
}
