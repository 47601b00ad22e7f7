import {
	readPageView,
	reasonToIgnore,
	type PageSettings,
	type PageView,
} from '../../../nodes/CompanyRadarVisitorTrigger/pageView';
import { toOutput } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
import { hostileTexts } from './hostileTexts';
import { SYNTAXES } from './syntaxes';

const NO_CAMPAIGN = {
	utm_source: null,
	utm_medium: null,
	utm_campaign: null,
	utm_term: null,
	utm_content: null,
};

const body = (view: object = {}) =>
	JSON.stringify({ o: 'https://www.example.com', p: '/pricing', r: '', u: {}, ...view });

describe('A page view', () => {
	it('has origin and path, the host that led to it, and the campaign', () => {
		const view = body({ r: 'Search.example', u: { utm_source: 'mail', utm_other: 'x', email: 'a@b.c' } });
		expect(readPageView(view, { origin: 'https://www.example.com' })).toEqual({
			page: 'https://www.example.com/pricing',
			path: '/pricing',
			referrer: 'search.example',
			campaign: { ...NO_CAMPAIGN, utm_source: 'mail' },
			hasConsent: false,
		});
	});

	it('has the campaign however its names are written', () => {
		const { campaign } = readPageView(body({ u: { UTM_Source: 'Newsletter' } }), {}) ?? {};
		expect(campaign?.utm_source).toBe('Newsletter');
	});

	it('is from where its header says, and else from where its body says', () => {
		expect(readPageView(body(), { origin: 'https://forged.example' })?.page).toBe(
			'https://forged.example/pricing',
		);
		expect(readPageView(body(), { origin: 'null' })?.page).toBe('https://www.example.com/pricing');
		expect(readPageView(body(), {})?.page).toBe('https://www.example.com/pricing');
	});

	it.each([
		['https://n8n.example.com', 'cross-site', true],
		['https://example.com', 'cross-site', true],
		['https://hooks.n8n.www.example.com', 'cross-site', true],
		['https://n8n.example.com', 'same-site', false],
		['https://n8n.example.org', 'cross-site', false],
		['http://n8n.example.com', 'cross-site', false],
		['https://badexample.com', 'cross-site', false],
	])(
		'of a frame without an origin on another website is not one: n8n at %s, %s',
		(n8n, relation, isRefused) => {
			const headers = { origin: 'null', 'sec-fetch-site': relation };
			expect(readPageView(body(), headers, `${n8n}/webhook/1/visitor.js`) === undefined).toBe(isRefused);
			expect(readPageView(body(), { ...headers, origin: 'https://www.example.com' }, n8n)).toBeDefined();
		},
	);

	it('ends at a semicolon, after which sessions stand', () => {
		expect(readPageView(body({ p: '/shop;jsessionid=1A2B/cart' }), {})?.path).toBe('/shop');
	});

	it('never has a query, and no text of any length', () => {
		const long = readPageView(
			body({ p: `/p?token=secret#${'x'.repeat(500)}`, u: { utm_term: 'y'.repeat(9000) } }),
			{},
		);
		expect(long).toMatchObject({ path: '/p', page: 'https://www.example.com/p' });
		expect(long?.campaign.utm_term).toHaveLength(200);
		expect(readPageView(body({ p: `/${'ü'.repeat(500)}` }), {})?.path).toMatch(/^\/(?:%C3%BC)+(?:%C3)?$/);
	});

	it.each([
		['JSON that was parsed', { o: 'https://www.example.com', p: '/' }],
		['no JSON', 'hello'],
		['a list', '[]'],
		['no path', body({ p: undefined })],
		['a URL as its path', body({ p: 'https://example.com/' })],
		['another protocol', body({ o: 'file:///etc' })],
		['more than 64 KB', body({ x: 'x'.repeat(65_536) })],
	])('is not in a body that is %s', (_, wrong) => {
		expect(readPageView(wrong, {})).toBeUndefined();
	});
});

describe('A forged page view', () => {
	/** What Slack, spreadsheets and terminals would act on, or people couldn't see. */
	const harm = (text: string) =>
		/[<>\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text) || /^[=+\-@\s\uff1d\uff0b\uff0d\uff20]/.test(text);

	const texts = hostileTexts();

	it('was tried with 200 texts', () => expect(texts.length).toBeGreaterThanOrEqual(200));

	it.each(texts.map((text) => [text]))('can do no harm with %j', (text) => {
		const u = { utm_source: text, utm_medium: `a ${text}`, utm_campaign: `${text}\n${text}` };
		const view = readPageView(body({ p: `/${text}`, r: text, u }), { origin: 'https://www.example.com' });
		const { page, path, referrer, campaign } = view as PageView;
		for (const each of [page, path, referrer ?? '', ...Object.values(campaign).map((value) => value ?? '')])
			expect([each, harm(each)]).toEqual([each, false]);
		expect(path).toMatch(/^\/[!-~]*$/);
		if (referrer !== null) expect(new URL(`https://${referrer}`).host).toBe(referrer);
	});

	describe.each(Object.entries(SYNTAXES))('in %s', (_, { active, examples }) => {
		it.each(examples)('would be active: %s', (example) => expect(example).toMatch(active));

		it.each(texts.map((text) => [text]))('is only text: %j', (text) => {
			const u = {
				utm_source: text,
				utm_medium: `a ${text}`,
				utm_campaign: `see:${text}`,
				utm_term: `x.${text}`,
			};
			const view = readPageView(body({ p: `/${text}`, r: text, u }), {
				origin: 'https://www.example.com',
			}) as PageView;
			const company = { name: `Acme ${text}`, industry: text, domain: 'acme', link: '' };
			const item = toOutput(company, view, { visited_at: '', charged_usd: 0 });
			const { summary, referrer = '', utm_source, utm_medium, utm_campaign, utm_term } = item;
			for (const each of [summary, referrer, utm_source, utm_medium, utm_campaign, utm_term, view.path])
				expect(each ?? '').not.toMatch(active);
			expect(view.page).toBe(`https://www.example.com${view.path}`);
		});
	});

	it('keeps what campaigns and people write', () => {
		const u = {
			utm_source: 'Frühling 2026 | video_1 (50%)',
			utm_medium: 'e-mail',
			utm_term: 'قيمة',
			utm_content: '👩‍💻 a&b',
			utm_campaign: 'search.example v1.2-final A/B: 3#1',
		};
		expect(readPageView(body({ u }), {})?.campaign).toEqual(u);
		const path = readPageView(body({ p: '/a_b-c.html/@jane/x(1)*~:!' }), {})?.path;
		expect(path).toBe('/a_b-c.html/%40jane/x(1)*~:!');
	});
});

const settings: PageSettings = {
	allowedWebsites: ['example.com'],
	pages: 'firstPage',
	pagesThatMatter: ['/pricing'],
	excludedPages: ['/pricing/internal'],
};

const reason = (page: string, referrer: string | null, more: Partial<PageSettings> = {}) =>
	reasonToIgnore(
		{ page, path: page.replace(/^https:\/\/[^/]+/, ''), referrer, campaign: NO_CAMPAIGN, hasConsent: false },
		{ ...settings, ...more },
	);

const counts = (...given: Parameters<typeof reason>) => reason(...given) === undefined;

describe('Which page views count', () => {
	it('takes the first page of a visit, which the website itself did not lead to', () => {
		expect(counts('https://www.example.com/', null)).toBe(true);
		expect(counts('https://www.example.com/', 'search.example')).toBe(true);
		expect(counts('https://www.example.com/', 'www.example.com')).toBe(false);
		expect(counts('https://www.example.com:8080/', 'www.example.com:8080')).toBe(false);
	});

	it('takes pages that matter with those below them, only these, or every page', () => {
		expect(counts('https://www.example.com/pricing', 'www.example.com')).toBe(true);
		expect(counts('https://www.example.com/pricing/teams', 'www.example.com')).toBe(true);
		expect(counts('https://www.example.com/pricing-old', 'www.example.com')).toBe(false);
		expect(counts('https://www.example.com/about', 'www.example.com', { pages: 'everyPage' })).toBe(true);
		expect(counts('https://www.example.com/', null, { pages: 'pagesThatMatter' })).toBe(false);
		expect(counts('https://www.example.com/pricing', null, { pages: 'pagesThatMatter' })).toBe(true);
	});

	it.each(['/Pricing', '//pricing', '/%70ricing', '/pricing/', '/PRICING//teams', '/pri%63ing%2Fteams'])(
		'takes %s for /pricing',
		(path) => {
			expect(counts(`https://www.example.com${path}`, 'www.example.com')).toBe(true);
			expect(reason(`https://www.example.com${path}`, null, { excludedPages: ['/pricing'] })).toBe(
				'excludedPage',
			);
		},
	);

	it('leaves out excluded pages and other websites', () => {
		expect(reason('https://www.example.com/pricing/internal/a', null)).toBe('excludedPage');
		expect(counts('https://example.com/', null)).toBe(true);
		expect(reason('https://badexample.com/', null)).toBe('otherWebsite');
		expect(reason('https://example.com.bad.com/', null)).toBe('otherWebsite');
	});
});
