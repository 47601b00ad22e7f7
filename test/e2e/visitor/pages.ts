import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { sent, sentBefore, SOON } from './page';
import { lookedUp, VisitorWorkflow } from './visitorWorkflow';
import { openPage, visitFrom, type World } from './world';

const PATTERNS = '/pricing, */demo';

const PUSHED = ['/about', '/pricing/teams', '/pricing-2', '/De/Demo/', '/demonstration', '/pricing/more'];

/** Publishes a trigger whose line is in every page. */
async function onWebsite(world: World, parameters: object): Promise<VisitorWorkflow> {
	const workflow = await VisitorWorkflow.create(world, parameters);
	const [sample] = await workflow.executeStep();
	world.website.head = String(sample?.snippet);
	await workflow.publish();
	return workflow;
}

/** A browser in which somebody opened a page with the flag, and later with the one that takes it back. */
async function ownTeam(world: World): Promise<Finding> {
	const { origin } = world.website;
	const kept: unknown[] = [];
	const { paths, messages } = await sentBefore(
		world,
		async (page) => {
			for (const path of ['/?n8n_visitor=off', '/pricing', '/first', '/demo?n8n_visitor=on', '/pricing']) {
				const before = sent(world).length;
				await page.goto(origin + path, { waitUntil: 'load' });
				kept.push(await page.evaluate('Object.keys(localStorage).length'));
				if (kept.at(-1) === 0) await until(`${path} is sent`, () => sent(world).length > before, SOON);
			}
		},
		{ count: 2 },
	);
	return compared(
		'pages: our own team, sent while the flag is set and taken back, what the browser keeps, console',
		[paths, kept, messages],
		[['/demo', '/pricing'], [1, 1, 1, 0, 0], []],
	);
}

/** Each choice under Pages, in one visit that begins with a page that doesn't matter. */
async function choices(world: World, head: string): Promise<Finding[]> {
	const findings: Finding[] = [];
	const expected: Array<[pages: string, paths: string[]]> = [
		['everyPage', ['/first', ...PUSHED]],
		['firstPage', ['/first', '/pricing/teams', '/De/Demo/', '/pricing/more']],
		['pagesThatMatter', ['/pricing/teams', '/De/Demo/', '/pricing/more']],
	];
	for (const [pages, paths] of expected) {
		const workflow = await onWebsite(world, { pages, pagesThatMatter: PATTERNS });
		const seen = await sentBefore(
			world,
			async (page) => {
				await page.goto(`${world.website.origin}/first`, { waitUntil: 'load' });
				for (const path of PUSHED) await page.evaluate(`history.pushState({}, '', '${path}')`);
			},
			{ head, count: paths.length },
		);
		await workflow.unpublish();
		findings.push(
			compared(
				`pages: ${pages} with ${PATTERNS}, of ${PUSHED.length + 1} pages`,
				[seen.paths.sort(), seen.messages],
				[[...paths].sort(), []],
			),
		);
	}
	return findings;
}

/** A company that was reported for the first page comes to pages that matter. */
async function secondLook(world: World, address: string): Promise<[Finding, domain: string]> {
	const { website } = world;
	const workflow = await onWebsite(world, { pagesThatMatter: PATTERNS });
	const before = lookedUp(world).length;
	visitFrom(world, address);
	const page = await openPage(world);
	const told = async (count: number) =>
		await until(`execution ${count} ends`, async () => (await workflow.visitors()).length === count);
	await page.goto(`${website.origin}/`);
	await told(1);
	await page.click('a');
	await page.waitForURL('**/pricing');
	await told(2);
	for (const path of ['/about', '/pricing/teams', '/de/demo'])
		await page.evaluate(`history.pushState({}, '', '${path}')`);
	await told(3);
	await page.context().close();
	const visitors = await workflow.visitors();
	await workflow.unpublish();
	const shown = visitors.map((each) => [each.page, each.first_page ?? null, each.charged_usd]);
	const found = compared(
		'pages: a second look at what matters: page, first page, dollars; lookups',
		[shown, lookedUp(world).length - before],
		[
			[
				[`${website.origin}/`, null, 0.05],
				[`${website.origin}/pricing`, `${website.origin}/`, 0],
				[`${website.origin}/de/demo`, `${website.origin}/`, 0],
			],
			1,
		],
	);
	return [found, String(visitors[0]?.domain)];
}

/** Two companies visit, of which one is a target account. */
async function onlyCompanies(world: World, addresses: string[], domain: string): Promise<Finding> {
	const workflow = await onWebsite(world, { options: { onlyCompanies: `www.${domain}, other.example` } });
	const before = lookedUp(world).length;
	for (const [index, address] of addresses.entries()) {
		visitFrom(world, address);
		const page = await openPage(world);
		await page.goto(`${world.website.origin}/pricing`);
		await until('the visitor is looked up', () => lookedUp(world).length > before + index, SOON);
		await page.context().close();
	}
	await until('the company is reported', async () => (await workflow.visitors()).length > 0);
	const reported = (await workflow.executions()).length;
	const domains = (await workflow.visitors()).map((each) => each.domain);
	await workflow.unpublish();
	return compared(
		'pages: Only Companies, two visits: lookups, executions, companies',
		[lookedUp(world).length - before, reported, domains],
		[2, 1, [domain]],
	);
}

/** Which pages and companies count, with a person's browser. */
export async function pages(world: World): Promise<Finding[]> {
	visitFrom(world, '10.0.0.1');
	const usual = await onWebsite(world, {});
	const findings = [await ownTeam(world), ...(await choices(world, world.website.head))];
	const [told, domain] = await secondLook(world, '93.184.30.1');
	findings.push(told, await onlyCompanies(world, ['93.184.31.2', '93.184.30.1'], domain));
	await usual.unpublish();
	return findings;
}
