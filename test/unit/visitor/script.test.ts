import vm from 'node:vm';

import { visitorScript } from '../../../nodes/CompanyRadarVisitorTrigger/script';

const URL_OF_SCRIPT = 'https://n8n.example.com/webhook/0b0f6d6e-5d0a-4bb0-9a36-3a6d8c6d1f5e/visitor.js';

const SETTINGS = {
	respectDoNotTrack: true,
	everyPage: false,
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

	load(settings: Partial<typeof SETTINGS> = {}): this {
		vm.runInContext(visitorScript(URL_OF_SCRIPT, { ...SETTINGS, ...settings }), this.window);
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
	it('is below 1 KB', () => {
		const settings = { ...SETTINGS, pagesThatMatter: ['/pricing', '/demo', '/contact'] };
		for (const waitForConsent of [false, true])
			expect(visitorScript(URL_OF_SCRIPT, { ...settings, waitForConsent }).length).toBeLessThan(1024);
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
	])('counts %s', (code, path) => {
		expect(new Page().load().run(code).paths).toEqual(['/first', path]);
	});

	it('counts a hash route on which the visit begins, and one that is reached', () => {
		const page = new Page('https://www.example.com/#/pricing').load();
		page.location.hash = '#!/demo';
		page.emit('popstate');
		expect(page.paths).toEqual(['/pricing', '/demo']);
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

describe('Wait for Consent', () => {
	it.each([
		['the setting', { waitForConsent: true }, null],
		['the attribute', {}, { dataset: { wait: '' } }],
	])('by %s sends nothing until the website says so, then once', (_, settings, currentScript) => {
		const page = new Page(undefined, { document: { referrer: '', currentScript } }).load(settings);
		page.run("history.pushState({}, '', '/pricing')");
		expect(page.sent).toEqual([]);
		page.run('companyRadar(); companyRadar()');
		expect(page.sent).toMatchObject([{ p: '/pricing', c: true }]);
	});

	it('sends at once if the website said so before', () => {
		const page = new Page().run('companyRadar = true').load({ waitForConsent: true });
		expect(page.sent).toMatchObject([{ p: '/first', c: true }]);
	});

	it('is not said by a script that did not wait', () => {
		expect(new Page().load().sent[0]?.c).toBeFalsy();
	});
});
