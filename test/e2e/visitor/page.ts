import type { Page } from 'playwright-core';

import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { VisitorWorkflow } from './visitorWorkflow';
import { openPage, visitFrom, type World } from './world';

/** Paths of the pages that were sent, in order. */
export const sent = ({ gate }: World): string[] =>
	gate.posted.map((body) => (JSON.parse(body) as { p: string }).p);

/**
 * Waits for `count` pages, since a browser drops what a closed page is about to send. Then sends one from another page, so that
 * all that was sent before has arrived.
 */
export async function sentBefore(
	world: World,
	run: (page: Page & { messages: string[] }) => Promise<void>,
	{ head: usual = world.website.head, count = 0 } = {},
) {
	const page = await openPage(world);
	world.gate.posted.length = 0;
	world.website.requests.length = 0;
	await run(page);
	await until(`${count} pages arrive`, () => sent(world).length >= count);
	await page.context().close();
	const { head, headers } = world.website;
	Object.assign(world.website, { head: usual, headers: {} });
	const last = await openPage(world);
	await last.goto(`${world.website.origin}/last`);
	await until('the last page arrives', () => sent(world).includes('/last'));
	await last.context().close();
	Object.assign(world.website, { head, headers });
	return { paths: sent(world).filter((path) => path !== '/last'), messages: page.messages };
}

async function script(world: World, workflow: VisitorWorkflow): Promise<Finding[]> {
	const url = `${world.host.url}${workflow.path}`;
	const { status, headers, data } = await loopback.get<string>(url);
	const again = await loopback.get(url, { headers: { 'if-none-match': String(headers.etag) } });
	const head = await loopback.head(url);
	const size = Buffer.byteLength(data);
	return [
		compared(
			'script: status, type, cache, again, HEAD',
			[status, headers['content-type'], headers['cache-control'], again.status, head.status],
			[200, 'application/javascript; charset=utf-8', 'public, max-age=3600', 304, 200],
		),
		{ what: 'script: bytes', seen: String(size), ok: size <= 1600 },
		compared('script: it knows its own URL', data.includes(`("${world.publicUrl}${workflow.path}")`), true),
		compared('script: cookies', headers['set-cookie'] ?? null, null),
	];
}

/** The line in a page, and what the page keeps afterwards. */
async function storage(world: World): Promise<Finding> {
	let kept: unknown;
	const { paths, messages } = await sentBefore(world, async (page) => {
		await page.goto(`${world.website.origin}/first?email=a@b.c`);
		await until('the page is sent', () => sent(world).length > 0);
		kept = await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]');
	});
	return compared(
		'page: sent, console, cookies and storage',
		[paths, messages, kept, world.gate.posted.join().includes('a@b.c')],
		[['/first'], [], ['', 0, 0], false],
	);
}

async function singlePage(world: World): Promise<Finding> {
	const { paths } = await sentBefore(
		world,
		async (page) => {
			await page.goto(`${world.website.origin}/first`);
			await page.evaluate(
				`for (const path of ['/about', '/pricing', '/pricing', '/demo/now', '/pricing']) history.pushState({}, '', path);
				history.replaceState({}, '', '/demo/then'); location.hash = '#/soon'; location.hash = '#top'`,
			);
		},
		{ count: 5 },
	);
	return compared('page: pushState, replaceState, hash routes', paths, [
		...['/first', '/pricing', '/demo/now', '/demo/then', '/demo/then/soon'],
	]);
}

/** A browser in which somebody opened a page with the flag, and later with the one that takes it back. */
async function ownTeam(world: World): Promise<Finding> {
	const { origin } = world.website;
	const kept: unknown[] = [];
	const { paths, messages } = await sentBefore(
		world,
		async (page) => {
			for (const path of ['/?n8n_visitor=off', '/pricing', '/demo?n8n_visitor=on', '/pricing']) {
				const before = sent(world).length;
				await page.goto(origin + path, { waitUntil: 'load' });
				kept.push(await page.evaluate('Object.keys(localStorage).length'));
				if (kept.at(-1) === 0) await until(`${path} is sent`, () => sent(world).length > before);
			}
		},
		{ count: 2 },
	);
	return compared(
		'page: our own team, sent while the flag is set and taken back, what the browser keeps, console',
		[paths, kept, messages],
		[['/demo', '/pricing'], [1, 1, 0, 0], []],
	);
}

/** Ways to load the script in which it can't know which element loaded it, or runs several times. */
async function loaders(world: World): Promise<Finding[]> {
	const { website } = world;
	const { head } = website;
	const url = /src="([^"]+)"/.exec(head)?.[1] ?? '';
	const { data: script } = await loopback.get<string>(url.replace(world.publicUrl, world.host.url));
	const manager = `const s = document.createElement('script'); s.src = '${url}'; document.head.append(s);`;
	const again = `<script>addEventListener('load', () => { for (let i = 0; i < 3; i++) { const s = document.createElement('script'); s.src = '${url}'; document.body.append(s); } })</script>`;
	const ways: Array<[what: string, head: string]> = [
		['a tag manager', `<script>${manager}</script>`],
		['a module in a bundle', `<script type="module">${script}</script>`],
		['three evaluations more, as of a navigation library', head + again],
	];
	const findings: Finding[] = [];
	for (const [what, own] of ways) {
		website.head = own;
		const { paths, messages } = await sentBefore(
			world,
			async (page) => {
				await page.goto(`${website.origin}/first`, { waitUntil: 'load' });
				await until('the page is sent', () => sent(world).length > 0);
				await page.evaluate(`history.pushState({}, '', '/pricing')`);
			},
			{ head, count: 2 },
		);
		findings.push(
			compared(`page: ${what}, sent and console`, [paths, messages], [['/first', '/pricing'], []]),
		);
	}
	website.head = head;
	return findings;
}

async function backAndForth(world: World): Promise<Finding> {
	const { paths } = await sentBefore(
		world,
		async (page) => {
			await page.goto(`${world.website.origin}/first`);
			await until('the first is sent', () => sent(world).length >= 1);
			await page.click('a');
			await page.waitForURL('**/pricing');
			await until('both are sent', () => sent(world).length >= 2);
			await page.goBack({ waitUntil: 'commit' });
			await page.goForward({ waitUntil: 'commit' });
		},
		{ count: 2 },
	);
	const counts = ['/first', '/pricing'].map((path) => paths.filter((each) => each === path).length);
	return {
		what: 'page: back and forward (once each from the cache, else once per load)',
		seen: paths.join(' '),
		ok: counts.every((count) => count >= 1 && count <= 2),
	};
}

async function policies(world: World): Promise<Finding[]> {
	const { publicUrl, website } = world;
	const visit = async (policy: string, count: number) => {
		website.headers = { 'content-security-policy': policy };
		const seen = await sentBefore(
			world,
			async (page) => {
				await page.goto(`${website.origin}/first`);
				await until('it is sent, or refused', () => sent(world).length + page.messages.length > 0);
			},
			{ count },
		);
		website.headers = {};
		return seen;
	};
	const strict = await visit(`default-src 'none'; script-src ${publicUrl}; connect-src ${publicUrl}`, 1);
	const half = await visit(`default-src 'none'; script-src ${publicUrl}`, 0);
	const nonce = 'r4nd0m';
	const { head } = website;
	website.head = head.replace('async', `async nonce="${nonce}"`);
	const withNonce = await visit(
		`default-src 'none'; script-src 'nonce-${nonce}'; connect-src ${publicUrl}`,
		1,
	);
	website.head = head;
	const own = half.messages.filter((message) => message.includes('connect-src'));
	return [
		compared('page: strict Content-Security-Policy with both lines', strict, {
			paths: ['/first'],
			messages: [],
		}),
		compared('page: with a nonce', withNonce, { paths: ['/first'], messages: [] }),
		{
			what: 'page: without connect-src, sent, and said by the browser',
			seen: `${half.paths.length}, ${own.length}`,
			ok: half.paths.length === 0 && own.length > 0,
		},
	];
}

/** A prerendered page is sent when a person looks at it. Playwright's Chromium doesn't prerender, so the page says that it is. */
async function prerendered(world: World): Promise<Finding> {
	let before: string[] = [];
	const { paths } = await sentBefore(
		world,
		async (page) => {
			await page.addInitScript(`let shown = false;
			Object.defineProperty(Document.prototype, 'prerendering', { get: () => !shown });
			window.show = () => { shown = true; document.dispatchEvent(new Event('prerenderingchange')); };`);
			await page.goto(`${world.website.origin}/first`, { waitUntil: 'load' });
			before = sent(world);
			await page.evaluate('show()');
		},
		{ count: 1 },
	);
	return compared('page: prerendered, sent before and after it is shown', [before, paths], [[], ['/first']]);
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
	await known.context().close();
	await first.context().close();
	return compared(
		'page: while n8n answers nothing, loaded with a cached script, shown on a first visit',
		statuses,
		[200, 200],
	);
}

/** What the line does in a page. */
export async function page(world: World): Promise<Finding[]> {
	const workflow = await VisitorWorkflow.create(world);
	const [sample] = await workflow.executeStep();
	world.website.head = String(sample?.snippet);
	await workflow.publish();
	visitFrom(world, '10.0.0.1');
	const findings = await script(world, workflow);
	for (const look of [storage, singlePage, loaders, backAndForth, policies, ownTeam, prerendered, silence]) {
		world.log(look.name);
		findings.push(...[await look(world)].flat());
	}
	await workflow.unpublish();
	return findings;
}
