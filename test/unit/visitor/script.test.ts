import { readFileSync } from 'node:fs';
import vm from 'node:vm';

import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	type PageView,
	readPageView,
	reasonToIgnore,
	visitorScript,
} from '../../../nodes/CompanyRadarVisitorTrigger/pageView';
import { readParameters } from '../../../nodes/CompanyRadarVisitorTrigger/parameters';

const URL_OF_SCRIPT = 'https://n8n.example.com/webhook/0b0f6d6e-5d0a-4bb0-9a36-3a6d8c6d1f5e/visitor.js';

const SETTINGS = {
	respectDoNotTrack: true,
	pages: 'firstPage',
	pagesThatMatter: ['/pricing', '/demo', '/über-uns'],
	waitForConsent: false,
};

interface Sent {
	url: string;
	p: string;
	r: string;
	u: Record<string, string>;
	c?: boolean;
}

/** A page as a user types it, as the node compares it. */
function pageOf(typed: string): string {
	const parameters: IDataObject = { allowedWebsites: 'example.com', spendingLimit: 5, pages: 'firstPage' };
	const context = {
		getNodeParameter: (name: string, fallback: unknown) =>
			({ ...parameters, pagesThatMatter: typed })[name] ?? fallback,
		getTimezone: () => 'UTC',
	};
	return readParameters(context as unknown as IHookFunctions).pagesThatMatter[0] ?? '';
}

/** A browser's window with what the script uses. */
class Page {
	readonly sent: Sent[] = [];

	readonly location: URL;

	readonly window: vm.Context;

	private readonly listeners = new Map<string, () => void>();

	constructor(address = 'https://www.example.com/first', more: Record<string, unknown> = {}) {
		const location = new URL(address);
		this.location = location;
		const go = (_state: unknown, _title: string, to: string) =>
			void (location.href = new URL(to, location).href);
		const globals = {
			location,
			document: { referrer: '', currentScript: null, addEventListener: () => undefined },
			navigator: {},
			history: { pushState: go, replaceState: go },
			addEventListener: (name: string, listener: () => void) => this.listeners.set(name, listener),
			fetch: async (url: string, { body }: { body: string }) => {
				this.sent.push({ url, ...(JSON.parse(body) as Omit<Sent, 'url'>) });
			},
			URL,
			URLSearchParams,
			console,
			...more,
		};
		this.window = vm.createContext({ ...globals });
		this.window.window = this.window;
	}

	load(settings: Partial<typeof SETTINGS> = {}, url = URL_OF_SCRIPT): this {
		vm.runInContext(visitorScript(url, { ...SETTINGS, ...settings }), this.window);
		return this;
	}

	run(code: string): this {
		vm.runInContext(code, this.window);
		return this;
	}

	emit(name: string): void {
		this.listeners.get(name)?.();
	}

	get paths(): string[] {
		return this.sent.map(({ p }) => p);
	}
}

describe('The script', () => {
	it('is within 1,600 bytes', () => {
		const settings = { ...SETTINGS, pagesThatMatter: ['/pricing', '/demo', '/contact'] };
		for (const waitForConsent of [false, true])
			expect(visitorScript(URL_OF_SCRIPT, { ...settings, waitForConsent }).length).toBeLessThanOrEqual(1600);
	});

	it.each([null, { src: 'https://www.example.com/bundle.js', dataset: {} }])(
		'sends to its own URL, whatever loaded it: %j',
		(currentScript) => {
			const document = { referrer: 'https://search.example/x', currentScript };
			const page = new Page('https://www.example.com/first?email=a@b.c', { document }).load();
			expect(page.sent).toMatchObject([
				{ url: `${URL_OF_SCRIPT}?v`, p: '/first', r: 'search.example', u: {} },
			]);
		},
	);

	it('runs once, however often it is evaluated', () => {
		const page = new Page().load().load().load();
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.paths).toEqual(['/first', '/pricing']);
	});

	it('runs in strict code, as in a bundle', () => {
		const page = new Page();
		page.run(`"use strict";${visitorScript(URL_OF_SCRIPT, { ...SETTINGS, waitForConsent: true })}`);
		page.run('companyRadar()');
		expect(page.paths).toEqual(['/first']);
	});

	it.each([
		["history.pushState({}, '', '/pricing')", '/pricing'],
		["history.replaceState({}, '', '/pricing')", '/pricing'],
		["history.replaceState({}, '', '/Demo/now')", '/Demo/now'],
		["history.pushState({}, '', '/über-uns/team')", '/%C3%BCber-uns/team'],
		["history.pushState({}, '', '/#/pricing?x=1')", '/pricing'],
		["history.pushState({}, '', '/demo#/now')", '/demo/now'],
		["history.pushState({}, '', '/demo#now')", '/demo'],
		["history.pushState({}, '', '/demo;jsessionid=1A2B/now')", '/demo'],
		["history.pushState({}, '', '/#/demo&access_token=secret')", '/demo'],
		["history.pushState({}, '', '/#/demo=secret')", '/demo'],
	])('counts %s', (code, path) => {
		expect(new Page().load().run(code).paths).toEqual(['/first', path]);
	});

	it('counts a hash route on which the visit begins, and one that is reached', () => {
		const page = new Page('https://www.example.com/#/pricing').load();
		page.location.hash = '#!/demo';
		page.emit('popstate');
		expect(page.paths).toEqual(['/pricing', '/demo']);
	});

	it('sends a prerendered page when it is shown', () => {
		const document = Object.assign(new EventTarget(), { referrer: '', prerendering: true });
		const page = new Page(undefined, { document }).load();
		expect(page.sent).toEqual([]);
		document.prerendering = false;
		document.dispatchEvent(new Event('prerenderingchange'));
		expect(page.paths).toEqual(['/first']);
	});

	it('counts by the Navigation API where the browser has it, and hooks nothing', () => {
		const navigation = new EventTarget();
		const page = new Page(undefined, { navigation });
		const history = page.window.history as { pushState: unknown };
		const { pushState } = history;
		page.load();
		page.location.href = 'https://www.example.com/pricing';
		navigation.dispatchEvent(new Event('currententrychange'));
		expect([page.paths, history.pushState === pushState]).toEqual([['/first', '/pricing'], true]);
	});

	it('sends each page once, and none inside the website that does not matter', () => {
		const page = new Page().load();
		page.run("for (const to of ['/about', '/pricing', '/first', '/pricing']) history.pushState({}, '', to)");
		expect(page.paths).toEqual(['/first', '/pricing']);
	});

	it('sends the five campaign names only, in any case', () => {
		const page = new Page('https://www.example.com/?UTM_Source=Mail&utm_id=7&utm_term=a&email=a@b.c').load();
		expect(page.sent[0]?.u).toEqual({ UTM_Source: 'Mail', utm_term: 'a' });
	});

	it('keeps the hook of another script, also if that came before consent', () => {
		const page = new Page().load({ waitForConsent: true });
		page.run(
			"let calls = 0, before = history.pushState; history.pushState = function () { calls++; return before.apply(this, arguments) }; companyRadar(); history.pushState({}, '', '/pricing')",
		);
		expect([vm.runInContext('calls', page.window), page.paths]).toEqual([1, ['/first', '/pricing']]);
	});

	it.each([{ webdriver: true }, { doNotTrack: '1' }, { globalPrivacyControl: true }])(
		'sends nothing with %j',
		(navigator) => {
			expect(new Page(undefined, { navigator }).load().sent).toEqual([]);
		},
	);

	it('throws nothing into the page', () => {
		const broken = () => {
			throw new Error('broken');
		};
		expect(() => new Page(undefined, { fetch: broken }).load()).not.toThrow();
		expect(() => new Page(undefined, { addEventListener: broken }).load()).not.toThrow();
		expect(() =>
			new Page(undefined, { fetch: undefined }).load().run("history.pushState({}, '', '/pricing')"),
		).not.toThrow();
		expect(() => new Page(undefined, { navigator: undefined }).load()).not.toThrow();
	});
});

describe('The own team', () => {
	/** The storage of a browser, over all of its pages. */
	const browser = () => {
		const localStorage: Record<string, unknown> = {};
		const open = (address: string, settings: Partial<typeof SETTINGS> = {}) =>
			new Page(`https://www.example.com${address}`, { localStorage }).load(settings);
		return { localStorage, open };
	};

	it('is left out from the page on, and on later ones, until it comes back', () => {
		const { localStorage, open } = browser();
		expect(open('/first').paths).toEqual(['/first']);
		expect(localStorage).toEqual({});
		const page = open('/first?a=b&n8n_visitor=off');
		page.run("history.pushState({}, '', '/pricing')");
		expect([page.paths, localStorage]).toEqual([[], { n8n_visitor: 1 }]);
		expect(open('/pricing').paths).toEqual([]);
		expect(open('/#/pricing?n8n_visitor=on').paths).toEqual(['/pricing']);
		expect(localStorage).toEqual({});
		expect(open('/pricing').paths).toEqual(['/pricing']);
	});

	it('is left out without consent, too', () => {
		const { open } = browser();
		open('/first?n8n_visitor=off', { waitForConsent: true });
		expect(open('/first', { waitForConsent: true }).run('companyRadar()').sent).toEqual([]);
	});

	it('has no flag that is read before consent', () => {
		let reads = 0;
		const localStorage = new Proxy({}, { get: () => void reads++ });
		const page = new Page(undefined, { localStorage }).load({ waitForConsent: true });
		page.run("history.pushState({}, '', '/pricing')");
		expect(reads).toBe(0);
		page.run('companyRadar()');
		expect([reads, page.paths]).toEqual([1, ['/pricing']]);
	});

	it.each(['/first?n8n_visitor=offline', '/first?x_n8n_visitor=off', '/n8n_visitor=off'])(
		'is not meant by %s',
		(address) => expect(browser().open(address).sent).toHaveLength(1),
	);

	it('without a storage is left out of this page, and all others are sent', () => {
		const more = {
			get localStorage(): never {
				throw new Error('The user blocked it');
			},
		};
		const open = (address: string) => {
			const page = new Page(address);
			Object.defineProperty(
				page.window,
				'localStorage',
				Object.getOwnPropertyDescriptor(more, 'localStorage') ?? {},
			);
			return page.load().paths;
		};
		expect(open('https://www.example.com/first?n8n_visitor=off')).toEqual([]);
		expect(open('https://www.example.com/first')).toEqual(['/first']);
	});
});

describe('Pages That Matter', () => {
	it.each<[setting: string, matters: string[], others: string[]]>([
		['/pricing', ['/pricing', '/Pricing/teams', '//pricing'], ['/', '/pricing-old', '/de/pricing', '/pric']],
		['*/pricing', ['/pricing', '/de/pricing', '/de/at/pricing/teams'], ['/repricing-old', '/pricing-old']],
		['/de/*/preise', ['/de/at/preise', '/de/a/b/preise/x'], ['/de/preise', '/at/preise']],
		['/pricing*', ['/pricing', '/pricing-2026', '/pricingx/y'], ['/', '/de/pricing']],
		['/blog/*', ['/blog/a', '/blog/a/b'], ['/blog', '/blogs/a']],
		['*', ['/', '/a/b'], []],
		['/', ['/', '/a/b'], []],
		['/Über-uns', ['/über-uns', '/%C3%9CBER-UNS/team', '/%c3%bcber-uns', '/u\u0308ber-uns'], ['/uber-uns']],
		['/ΣΑΣ', ['/σασ', '/%CE%A3%CE%B1%CF%82'], ['/σα']],
		['/採用', ['/採用/new', '/%E6%8E%A1%E7%94%A8'], ['/採']],
		['/a.b(c)+[d]', ['/a.b(c)+[d]'], ['/axb(c)+[d]', '/a.bc']],
		['/100%', ['/100%', '/100%/x'], ['/100']],
		['/?x', ['/', '/a'], []],
	])('%s: the script and n8n say the same', (setting, matters, others) => {
		const pagesThatMatter = [setting].map((typed) => pageOf(typed));
		for (const [paths, verdict] of [
			[matters, undefined],
			[others, 'otherPage'],
		] as const)
			for (const path of paths) {
				const settings = { ...SETTINGS, pages: 'pagesThatMatter', pagesThatMatter };
				const page = new Page(`https://www.example.com${path}`).load(settings);
				const body = JSON.stringify({ o: 'https://www.example.com', p: page.location.pathname, r: '' });
				const view = readPageView(body, {}) as PageView;
				const more = { allowedWebsites: ['example.com'], excludedPages: [] };
				expect([path, page.paths.length === 1, reasonToIgnore(view, { ...settings, ...more })]).toEqual([
					path,
					verdict === undefined,
					verdict,
				]);
			}
	});

	it('alone count, or with the page on which a visit begins', () => {
		const code = "for (const to of ['/about', '/demo']) history.pushState({}, '', to)";
		const pathsOf = (pages: string) => new Page().load({ pages }).run(code).paths;
		expect(pathsOf('pagesThatMatter')).toEqual(['/demo']);
		expect(pathsOf('firstPage')).toEqual(['/first', '/demo']);
		expect(pathsOf('everyPage')).toEqual(['/first', '/about', '/demo']);
		expect(new Page().load({ pagesThatMatter: [] }).run(code).paths).toEqual(['/first']);
	});
});

/** What the pages tell users to call. */
const AGREE = "typeof companyRadar === 'function' ? companyRadar() : (window.companyRadar = true);";
const REFUSE = AGREE.replace('companyRadar()', 'companyRadar(false)').replace('true', 'false');

const WAITS = { waitForConsent: true };
const OTHER_URL = URL_OF_SCRIPT.replace('0b0f', '1c1f');

describe('Consent', () => {
	it('is what the pages say', () => {
		const page = readFileSync('docs/website-visitors.md', 'utf8');
		expect(page).toContain(AGREE);
		expect(page).toContain('companyRadar(false)');
	});

	it('is waited for, then the page is sent once', () => {
		const page = new Page().load(WAITS);
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.sent).toEqual([]);
		page.run(AGREE).run(AGREE);
		expect(page.sent).toMatchObject([{ p: '/pricing', c: true }]);
	});

	it('may be given before the script is there, more than once', () => {
		const page = new Page().run(AGREE).run(AGREE).load(WAITS).run(AGREE);
		expect(page.sent).toMatchObject([{ p: '/first', c: true }]);
	});

	it.each([
		['the script is blocked', (page: Page) => page],
		['the visitor has Global Privacy Control', (page: Page) => page.load(WAITS)],
		['nobody waits for it', (page: Page) => page.load()],
	])('never throws where %s', (what, load) => {
		const isPrivate = what.includes('Privacy');
		const page = load(new Page(undefined, { navigator: { globalPrivacyControl: isPrivate } }));
		const calls = [AGREE, AGREE, REFUSE, AGREE];
		expect(() => calls.forEach((call) => page.run(call))).not.toThrow();
		expect(page.paths).toEqual(what.startsWith('nobody') ? ['/first'] : []);
	});

	it.each([
		['an element with its name', 'companyRadar = { id: "companyRadar", c: true }'],
		['a text', 'companyRadar = "yes"'],
		['a number', 'companyRadar = 1'],
		['a function of the website', 'companyRadar = () => undefined'],
		['a refusal', REFUSE],
	])('is not %s', (_, code) => {
		const page = new Page().run(code).load(WAITS);
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.sent).toEqual([]);
		page.run(AGREE);
		expect(page.paths).toEqual(['/pricing']);
	});

	it.each(['undefined', 'null', '0', '"no"', '{ analytics: false }', 'false'])(
		'is not a call with %s',
		(value) => {
			expect(new Page().load(WAITS).run(`companyRadar(${value})`).sent).toEqual([]);
		},
	);

	it("still calls the website's own function", () => {
		const page = new Page().run('let calls = []; companyRadar = (...given) => calls.push(given)').load(WAITS);
		page.run('companyRadar(true); companyRadar(false)');
		expect(vm.runInContext('JSON.stringify(calls)', page.window)).toBe('[[true],[false]]');
	});

	it('is one answer for all scripts on a page', () => {
		const waiting = () => new Page().load(WAITS).load(WAITS, OTHER_URL);
		expect(waiting().run("history.pushState({}, '', '/pricing')").sent).toEqual([]);
		const both = [`${URL_OF_SCRIPT}?v`, `${OTHER_URL}?v`];
		const urls = (page: Page) => page.sent.map(({ url }) => url).sort();
		expect(urls(waiting().run(AGREE))).toEqual(both);
		expect(urls(new Page().run(AGREE).load(WAITS).load(WAITS, OTHER_URL))).toEqual(both);
		expect(urls(new Page().load(WAITS).run(AGREE).load(WAITS, OTHER_URL))).toEqual(both);
		expect(urls(new Page().load(WAITS).run(AGREE).run(REFUSE).load(WAITS, OTHER_URL))).toEqual(
			both.slice(0, 1),
		);
	});

	it('of one script is not that of another which does not wait', () => {
		const page = new Page().load().load(WAITS, OTHER_URL);
		expect(page.sent).toMatchObject([{ url: `${URL_OF_SCRIPT}?v`, c: false }]);
	});

	it('ends, and begins again', () => {
		const page = new Page().load(WAITS).run(AGREE).run(REFUSE);
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.paths).toEqual(['/first']);
		page.run("history.pushState({}, '', '/about')").run(AGREE);
		expect(page.paths).toEqual(['/first', '/about']);
	});

	it('can be refused where nobody waits for it', () => {
		const page = new Page().load().run(REFUSE);
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.paths).toEqual(['/first']);
		expect(new Page().run(REFUSE).load().sent).toEqual([]);
	});

	it.each([
		['https://www.example.com/first', ''],
		['https://search.example/', 'search.example'],
	])('on the second page begins a visit there, reached from %s', (referrer, r) => {
		const page = new Page('https://www.example.com/second', { document: { referrer } }).load(WAITS);
		page.run(AGREE).run("history.pushState({}, '', '/third')");
		expect(page.sent).toMatchObject([{ p: '/second', r, c: true }]);
		const before = new Page('https://www.example.com/second', { document: { referrer } });
		expect(before.run(AGREE).load(WAITS).sent).toHaveLength(r === '' ? 0 : 1);
	});
});
