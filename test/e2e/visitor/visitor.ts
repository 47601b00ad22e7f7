import { until } from '../../../tools/shared/until';
import { compared, type Finding, type Section } from '../section';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { money } from './money';
import { page, published } from './page';
import { lookedUp, view, visitorsOf } from './views';
import { inWorld, openPage, visitFrom, type World } from './world';

/** A person pastes the line that Execute step shows, and a company visits. */
async function oneVisit(world: World, what: string, endpoint: string, from: string): Promise<Finding> {
	const { website } = world;
	const { workflow, snippet } = await published(world);
	website.head = snippet;
	visitFrom(world, from);
	const browserPage = await openPage(world);
	await browserPage.goto(`${website.origin}/pricing?utm_source=mail&token=secret`);
	await until('the company is reported', async () => (await visitorsOf(workflow)).length > 0);
	const visitors = await visitorsOf(workflow);
	return compared(
		`${what}: the line to paste, a company, console messages`,
		[
			snippet,
			visitors.map(({ page: at, utm_source, ip }) => [at, utm_source, ip ?? null]),
			browserPage.messages,
		],
		[
			`<script async src="${world.publicUrl}${workflow.path.replace('webhook', endpoint)}"></script>`,
			[[`${website.origin}/pricing`, 'mail', null]],
			[],
		],
	);
}

/** What n8n takes for the address of a visitor; empty for a request to n8n's own port. */
const FORWARDED = [
	['93.184.217.1', '93.184.217.1'],
	['"[2a00:1450:4002::2]:4711"', '2a00:1450:4002::2'],
	['93.184.217.12:5555', '93.184.217.12'],
	['garbage', ''],
	['9.9.9.9, 93.184.217.25', '93.184.217.25'],
	['', ''],
] as const;

async function forwarded(world: World): Promise<Finding> {
	const workflow = await TriggerWorkflow.ofVisitors(world.place, { spendingLimit: 100 });
	await workflow.activate();
	const before = lookedUp(world).length;
	for (const [address] of FORWARDED) await view(workflow, { address });
	const expected = FORWARDED.map(([, address]) => address).filter(Boolean);
	await until('all are looked up', () => lookedUp(world).length >= before + expected.length);
	await workflow.deactivate();
	const seen = lookedUp(world).slice(before).sort();
	return compared('one proxy: addresses that are looked up', seen, expected.sort());
}

/** n8n has another path for its webhooks, below a path at which the second of two proxies serves it. */
async function behindTwoProxies(world: World): Promise<Finding> {
	const { host, gate, publicUrl } = world;
	const below = `${publicUrl}/automation`;
	gate.basePath = '/automation';
	await host.restart({
		N8N_PROXY_HOPS: '2',
		N8N_ENDPOINT_WEBHOOK: 'hooks',
		N8N_PATH: '/automation/',
		N8N_WEBHOOK_URL: `${below}/`,
	});
	const behind = { ...world, publicUrl: below };
	return await oneVisit(behind, 'two proxies, own paths', 'hooks', '8.8.4.3, 10.9.9.9');
}

/** Which company visits a website, on a real n8n with a real browser. */
export const visitor: Section = {
	name: 'visitor',
	risk: "a real browser may block the script, and n8n's own proxies, polls, kills and files may make a visitor paid twice or known",
	packages: ['chromium'],
	run: async (context) =>
		await inWorld(context, async (world) => [
			await oneVisit(world, 'one proxy', 'webhook', '8.8.4.1'),
			...(await page(world)),
			await forwarded(world),
			...(await money(world)),
			await behindTwoProxies(world),
		]),
};
