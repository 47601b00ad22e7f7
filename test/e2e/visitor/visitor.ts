import { until } from '../../../tools/shared/until';
import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { consent } from './consent';
import { forged, lookups } from './lookups';
import { page } from './page';
import { restarts } from './restarts';
import { staticData } from './staticData';
import { lookedUp, view, VisitorWorkflow } from './visitorWorkflow';
import { inWorld, openPage, visitFrom, type World } from './world';

/** A person pastes the line that Execute step shows, and a company visits. */
async function oneVisit(world: World, what: string, endpoint: string, from: string): Promise<Finding[]> {
	const { website } = world;
	const workflow = await VisitorWorkflow.create(world);
	const [sample] = await workflow.executeStep();
	website.head = String(sample?.snippet);
	await workflow.publish();
	visitFrom(world, from);
	const browserPage = await openPage(world);
	await browserPage.goto(`${website.origin}/pricing?utm_source=mail&token=secret`);
	await until('the company is reported', async () => (await workflow.visitors()).length > 0);
	const visitors = await workflow.visitors();
	return [
		compared(
			`${what}: the line to paste`,
			sample?.snippet,
			`<script async src="${world.publicUrl}${workflow.path.replace('webhook', endpoint)}"></script>`,
		),
		compared(
			`${what}: a company`,
			visitors.map(({ page: at, utm_source, ip }) => [at, utm_source, ip ?? null]),
			[[`${website.origin}/pricing`, 'mail', null]],
		),
		compared(`${what}: console messages`, browserPage.messages, []),
	];
}

/** What n8n takes for the address of a visitor. */
async function forwarded(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	const rows = [
		['93.184.217.1', '93.184.217.1'],
		['"[2a00:1450:4002::2]:4711"', '2a00:1450:4002::2'],
		['93.184.217.12:5555', '93.184.217.12'],
		['garbage', ''],
		['9.9.9.9, 93.184.217.25', '93.184.217.25'],
		// A request to n8n's own port.
		['', ''],
	] as const;
	const before = lookedUp(world).length;
	for (const [address] of rows) await view(world, workflow, { address });
	const expected = rows.map(([, address]) => address).filter(Boolean);
	await until('all are looked up', () => lookedUp(world).length >= before + expected.length);
	await workflow.unpublish();
	return compared('one proxy: addresses that are looked up', lookedUp(world).slice(before).sort(), [
		...expected.toSorted(),
	]);
}

/** n8n has another path for its webhooks, below a path at which the second of two proxies serves it. */
async function behindTwoProxies(world: World): Promise<Finding[]> {
	const { host, gate, publicUrl } = world;
	const below = `${publicUrl}/automation`;
	gate.basePath = '/automation';
	await host.restart({
		N8N_PROXY_HOPS: '2',
		N8N_ENDPOINT_WEBHOOK: 'hooks',
		N8N_PATH: '/automation/',
		N8N_WEBHOOK_URL: `${below}/`,
	});
	return await oneVisit(
		{ ...world, publicUrl: below },
		'two proxies, own paths',
		'hooks',
		'8.8.4.3, 10.9.9.9',
	);
}

/** Which company visits a website, on a real n8n with a real browser. */
export const visitor: Section = {
	name: 'visitor',
	risk: "a real browser runs the script, and n8n's webhook server and proxies stand between",
	packages: ['chromium'],
	run: async (context) =>
		await inWorld(
			context,
			async (world) => [
				...(await oneVisit(world, 'one proxy', 'webhook', '8.8.4.1')),
				...(await page(world)),
				...(await consent(world)),
				await forwarded(world),
				...(await behindTwoProxies(world)),
			],
			FOR_MANY_EXECUTIONS,
		),
};

/** What forged page views, a full disk, polls and crashes do to money and privacy. */
export const visitorMoney: Section = {
	name: 'visitorMoney',
	risk: 'what n8n keeps of lookups and limits, which polls write too, decides after a kill what is paid twice',
	packages: ['chromium'],
	run: async (context) =>
		await inWorld(
			context,
			async (world) => [
				...(await staticData(world)),
				...(await lookups(world)),
				...(await restarts(world)),
				...(await forged(world)),
			],
			FOR_MANY_EXECUTIONS,
		),
};
