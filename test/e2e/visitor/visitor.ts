import { until } from '../../../tools/shared/until';
import { compared, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { consent } from './consent';
import { costs } from './costs';
import { lookups } from './lookups';
import { money } from './money';
import { page } from './page';
import { pages } from './pages';
import { proxies } from './proxies';
import { restarts } from './restarts';
import { settings } from './settings';
import { staticData } from './staticData';
import { VisitorWorkflow } from './visitorWorkflow';
import { inWorld, openPage, visitFrom, type World } from './world';

/** A person pastes the line that Execute step shows, and a company visits. */
async function oneVisit(world: World, endpoint: string, address: string): Promise<Finding[]> {
	const { website } = world;
	const workflow = await VisitorWorkflow.create(world);
	const [sample] = await workflow.executeStep();
	website.head = String(sample?.snippet);
	await workflow.publish();
	visitFrom(world, address);
	const browserPage = await openPage(world);
	await browserPage.goto(`${website.origin}/pricing?utm_source=mail&token=secret`);
	await until('the company is reported', async () => (await workflow.visitors()).length > 0);
	const visitors = await workflow.visitors();
	return [
		compared(
			`${endpoint}: the line to paste`,
			sample?.snippet,
			`<script async src="${world.publicUrl}${workflow.path.replace('webhook', endpoint)}"></script>`,
		),
		compared(
			`${endpoint}: a company`,
			visitors.map(({ page: at, utm_source, ip }) => [at, utm_source, ip ?? null]),
			[[`${website.origin}/pricing`, 'mail', null]],
		),
		compared(`${endpoint}: console messages`, browserPage.messages, []),
	];
}

/** The same with another path for n8n's webhooks. */
async function withOwnEndpoint(world: World): Promise<Finding[]> {
	await world.host.restart({ N8N_PROXY_HOPS: '1', N8N_ENDPOINT_WEBHOOK: 'hooks' });
	return await oneVisit(world, 'hooks', '8.8.4.2');
}

/** The same where a proxy serves n8n below a path. */
async function withBasePath(world: World): Promise<Finding[]> {
	const { host, gate, publicUrl } = world;
	const below = `${publicUrl}/automation`;
	gate.basePath = '/automation';
	await host.restart({
		N8N_ENDPOINT_WEBHOOK: 'webhook',
		N8N_PATH: '/automation/',
		N8N_WEBHOOK_URL: `${below}/`,
	});
	return await oneVisit({ ...world, publicUrl: below }, 'webhook', '8.8.4.3');
}

/** Which company visits a website, on a real n8n with a real browser. */
export const visitor: Section = {
	name: 'visitor',
	risk: "a real browser runs the script, and n8n's webhook server and proxies stand between",
	packages: ['chromium'],
	run: async (context) =>
		await inWorld(context, async (world) => [
			...(await oneVisit(world, 'webhook', '8.8.4.1')),
			...(await page(world)),
			...(await pages(world)),
			...(await consent(world)),
			...(await settings(world)),
			...(await costs(world)),
			...(await proxies(world)),
			...(await withOwnEndpoint(world)),
			...(await withBasePath(world)),
		]),
};

/** What else in the workflow writes the static data in which the trigger keeps its memory. */
export const visitorMemory: Section = {
	name: 'visitorMemory',
	risk: 'n8n publishes by difference, and polls save the static data of the whole workflow',
	packages: ['chromium'],
	// Our own trigger takes webhooks at an https address only.
	run: async (context) => await inWorld(context, staticData, { N8N_WEBHOOK_URL: 'https://n8n.example/' }),
};

/** What forged page views, outages, crashes and wrong clocks do to money and privacy. */
export const visitorMoney: Section = {
	name: 'visitorMoney',
	risk: 'what n8n keeps of lookups and limits across restarts and kills decides what is paid twice',
	packages: ['chromium'],
	run: async (context) =>
		await inWorld(
			context,
			async (world) => [...(await lookups(world)), ...(await money(world)), ...(await restarts(world))],
			FOR_MANY_EXECUTIONS,
		),
};
