import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { openPage, visitFrom, type World } from './world';

/** Paths of the pages that were sent, in order. */
const sent = ({ gate }: World): string[] => gate.posted.map((body) => (JSON.parse(body) as { p: string }).p);

/**
 * Opens a page and waits for `count` views, since a browser drops what a closed page is about to send. Then sends one from another
 * page, so that all that was sent before has arrived.
 */
async function sentBefore(
	world: World,
	count: number,
	run: (page: Page & { messages: string[] }) => Promise<void>,
) {
	const { website, gate } = world;
	const page = await openPage(world);
	gate.posted.length = 0;
	await run(page);
	await until(`${count} pages arrive`, () => sent(world).length >= count);
	await page.context().close();
	const { head, headers } = website;
	Object.assign(website, { head: website.usualHead, headers: {} });
	const last = await openPage(world);
	await last.goto(`${website.origin}/last`);
	await until('the last page arrives', () => sent(world).includes('/last'));
	await last.context().close();
	Object.assign(website, { head, headers });
	return { paths: sent(world).filter((path) => path !== '/last'), messages: page.messages };
}

/** What n8n's webhook server makes of the script. */
async function script(world: World, workflow: TriggerWorkflow): Promise<Finding> {
	const url = `${world.host.url}${workflow.path}`;
	const { status, headers, data } = await loopback.get<string>(url);
	const again = await loopback.get(url, { headers: { 'if-none-match': String(headers.etag) } });
	const head = await loopback.head(url);
	const knowsItsUrl = data.includes(`("${world.publicUrl}${workflow.path}")`);
	return compared(
		'script: status, type, cache, again, HEAD, cookies, its own URL',
		[
			...[status, headers['content-type'], headers['cache-control'], again.status, head.status],
			...[headers['set-cookie'] ?? null, knowsItsUrl],
		],
		[200, 'application/javascript; charset=utf-8', 'public, max-age=3600', 304, 200, null, true],
	);
}

const ROUTES = `for (const path of ['/about', '/pricing', '/pricing', '/demo/now', '/pricing']) history.pushState({}, '', path);
history.replaceState({}, '', '/demo/then'); location.hash = '#/soon'; location.hash = '#top'`;

/** A visit of a page that changes its routes, and what the browser keeps afterwards. */
async function singlePage(world: World): Promise<Finding> {
	let kept: unknown;
	const { paths, messages } = await sentBefore(world, 5, async (page) => {
		await page.goto(`${world.website.origin}/first?email=a@b.c`);
		await until('the page is sent', () => sent(world).length > 0);
		await page.evaluate(ROUTES);
		kept = await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]');
	});
	return compared(
		'page: pushState, replaceState and hash routes, console, cookies and storage, a secret of its address',
		[paths, messages, kept, world.gate.posted.join().includes('a@b.c')],
		[['/first', '/pricing', '/demo/now', '/demo/then', '/demo/then/soon'], [], ['', 0, 0], false],
	);
}

/** What the page about details says of it. */
async function policies(world: World): Promise<Finding> {
	const { publicUrl, website } = world;
	const visit = async (policy: string, count: number) => {
		website.headers = { 'content-security-policy': `default-src 'none'; script-src ${policy}` };
		const seen = await sentBefore(world, count, async (page) => {
			await page.goto(`${website.origin}/first`);
			await until('it is sent, or refused', () => sent(world).length + page.messages.length > 0);
		});
		website.headers = {};
		return [seen.paths, seen.messages.filter((message) => message.includes('connect-src')).length > 0];
	};
	const connect = `connect-src ${publicUrl}`;
	const both = await visit(`${publicUrl}; ${connect}`, 1);
	const half = await visit(publicUrl, 0);
	website.head = website.usualHead.replace('async', 'async nonce="r4nd0m"');
	const withNonce = await visit(`'nonce-r4nd0m'; ${connect}`, 1);
	website.head = website.usualHead;
	return compared(
		'page: Content-Security-Policy with both lines, without connect-src, with a nonce: sent, and said by the browser',
		[both, half, withNonce],
		[
			[['/first'], false],
			[[], true],
			[['/first'], false],
		],
	);
}

/** An n8n that answers nothing doesn't keep a page from loading: with the script in the browser's cache, and on a first visit. */
async function silence(world: World): Promise<Finding> {
	const { website, gate } = world;
	const goTo = async (page: Page, waitUntil: 'load' | 'domcontentloaded') =>
		(await page.goto(`${website.origin}/first`, { waitUntil }))?.status();
	const [known, first] = [await openPage(world), await openPage(world)];
	await goTo(known, 'load');
	gate.isSilent = true;
	const statuses = [await goTo(known, 'load'), await goTo(first, 'domcontentloaded')];
	gate.isSilent = false;
	for (const page of [known, first]) await page.context().close();
	return compared(
		'page: while n8n answers nothing, with a cached script, on a first visit',
		statuses,
		[200, 200],
	);
}

/** The line that the pages tell users to run. */
const agree = () =>
	/^typeof companyRadar .*$/m.exec(readFileSync('docs/website-visitors.md', 'utf8'))?.[0] ?? '';
const refuse = () => agree().replace('companyRadar()', 'companyRadar(false)').replace('true', 'false');

/** An element of the same name, and a tool that tells its answer at every load and change, as most do; nothing before the visitor chose. */
const tool = () => `<a id="companyRadar" name="companyRadar">Radar</a><script>
	const tell = () => ({ yes: () => { ${agree()} }, no: () => { ${refuse()} } })[sessionStorage.choice]?.();
	const choose = (choice) => { sessionStorage.choice = choice; tell(); };
	tell();
	addEventListener('load', tell);
	addEventListener('load', tell);
</script>`;

const PUSH = (path: string) => `history.pushState({}, '', '${path}')`;

/** What a visitor does after the page was loaded, in one page after the other: agrees on the second page, and refuses there. */
const VISIT: Array<[path: string, views: number, ...steps: string[]]> = [
	['/first', 0, PUSH('/about')],
	['/second', 4, `choose('yes')`, `choose('yes')`, PUSH('/pricing'), `choose('no')`, PUSH('/demo')],
	['/pricing', 4],
];

/** On pages with the lines of two triggers that wait for consent. */
async function consent(world: World): Promise<Finding> {
	const { website } = world;
	const [one, other] = [
		await published(world, { options: { waitForConsent: true } }),
		await published(world, { options: { waitForConsent: true } }),
	];
	website.head = tool() + one.snippet + other.snippet;
	const { paths, messages } = await sentBefore(world, 4, async (page) => {
		for (const [path, views, ...steps] of VISIT) {
			await page.goto(website.origin + path, { waitUntil: 'load' });
			for (const step of steps) await page.evaluate(step);
			await until(`${path} is sent`, () => sent(world).length >= views);
		}
	});
	website.head = website.usualHead;
	for (const { workflow } of [one, other]) await workflow.deactivate();
	return compared(
		'consent: two triggers on a page, a tool that tells the answer at every load and change: sent, console',
		[paths.sort(), messages],
		[['/pricing', '/pricing', '/second', '/second'], []],
	);
}

/** A workflow, and the line that a person pastes. */
export async function published(world: World, parameters: object = {}) {
	const workflow = await TriggerWorkflow.ofVisitors(world.place, parameters);
	const [sample] = await workflow.executeStep();
	await workflow.activate();
	return { workflow, snippet: String(sample?.snippet) };
}

/** What the line does in a page. */
export async function page(world: World): Promise<Finding[]> {
	const { workflow, snippet } = await published(world);
	world.website.head = world.website.usualHead = snippet;
	visitFrom(world, '10.0.0.1');
	const findings = [await script(world, workflow)];
	for (const look of [singlePage, policies, silence, consent]) {
		world.log(look.name);
		findings.push(await look(world));
	}
	await workflow.deactivate();
	return findings;
}
