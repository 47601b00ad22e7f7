import {
	countsPageView,
	isWelcome,
	readPageView,
	type PageSettings,
} from '../../../nodes/CompanyRadarVisitorTrigger/page/pageView';
import { visitorScript } from '../../../nodes/CompanyRadarVisitorTrigger/page/script';

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
		expect(readPageView(view, 'https://www.example.com')).toEqual({
			page: 'https://www.example.com/pricing',
			path: '/pricing',
			referrer: 'search.example',
			campaign: { ...NO_CAMPAIGN, utm_source: 'mail' },
		});
	});

	it('is from where its header says, and else from where its body says', () => {
		expect(readPageView(body(), 'https://forged.example')?.page).toBe('https://forged.example/pricing');
		expect(readPageView(body(), 'null')?.page).toBe('https://www.example.com/pricing');
		expect(readPageView(body(), undefined)?.page).toBe('https://www.example.com/pricing');
	});

	it('never has a query, and no text of any length', () => {
		const view = readPageView(
			body({ p: `/p?token=secret#${'x'.repeat(500)}`, r: 'r'.repeat(500) }),
			undefined,
		);
		expect(view).toMatchObject({ path: '/p', page: 'https://www.example.com/p', referrer: 'r'.repeat(200) });
	});

	it.each([
		['JSON that was parsed', { o: 'https://www.example.com', p: '/' }],
		['no JSON', 'hello'],
		['a list', '[]'],
		['no path', body({ p: undefined })],
		['a URL as its path', body({ p: 'https://example.com/' })],
		['another protocol', body({ o: 'file:///etc' })],
		['more than 4 KB', body({ x: 'x'.repeat(4096) })],
	])('is not in a body that is %s', (_, wrong) => {
		expect(readPageView(wrong, undefined)).toBeUndefined();
	});
});

const settings: PageSettings = {
	allowedWebsites: ['example.com'],
	everyPage: false,
	pagesThatMatter: ['/pricing'],
	excludedPages: ['/pricing/internal'],
};

const counts = (page: string, referrer: string | null, more: Partial<PageSettings> = {}) =>
	countsPageView(
		{ page, path: new URL(page).pathname, referrer, campaign: NO_CAMPAIGN },
		{ ...settings, ...more },
	);

describe('Which page views count', () => {
	it('takes the first page of a visit, which the website itself did not lead to', () => {
		expect(counts('https://www.example.com/', null)).toBe(true);
		expect(counts('https://www.example.com/', 'search.example')).toBe(true);
		expect(counts('https://www.example.com/', 'www.example.com')).toBe(false);
		expect(counts('https://www.example.com:8080/', 'www.example.com:8080')).toBe(false);
	});

	it('takes pages that matter with those below them, or every page', () => {
		expect(counts('https://www.example.com/pricing', 'www.example.com')).toBe(true);
		expect(counts('https://www.example.com/pricing/teams', 'www.example.com')).toBe(true);
		expect(counts('https://www.example.com/pricing-old', 'www.example.com')).toBe(false);
		expect(counts('https://www.example.com/about', 'www.example.com', { everyPage: true })).toBe(true);
	});

	it('leaves out excluded pages and other websites', () => {
		expect(counts('https://www.example.com/pricing/internal/a', null)).toBe(false);
		expect(counts('https://example.com/', null)).toBe(true);
		expect(counts('https://badexample.com/', null)).toBe(false);
		expect(counts('https://example.com.bad.com/', null)).toBe(false);
	});
});

describe('Who is welcome', () => {
	const person = { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1 Safari/605.1' };
	const respects = { respectDoNotTrack: true };

	it('is a person', () => {
		expect(isWelcome(person, respects)).toBe(true);
	});

	it.each([
		[{}],
		[{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
		[{ 'user-agent': 'Mozilla/5.0 HeadlessChrome/142.0' }],
		[{ 'user-agent': 'curl/8.5' }],
		[{ ...person, 'sec-purpose': 'prefetch;prerender' }],
		[{ ...person, purpose: 'prefetch' }],
	])('is not a program: %p', (headers) => {
		expect(isWelcome(headers, respects)).toBe(false);
	});

	const onAndroid = (model: string) =>
		`Mozilla/5.0 (Linux; Android 10; ${model}) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36`;

	it.each([
		onAndroid('CUBOT X30'),
		onAndroid('CUBOT_NOTE_S Build/MRA58K'),
		onAndroid('CUBOT'),
		onAndroid('Spider X1'),
		onAndroid('Smart Monitor M7'),
		onAndroid('en-us; Abbott Preview 2 Build/KOT49H'),
		onAndroid('Scanpal EDA50'),
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CamScanner/6.80',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Scandinavian/4.1',
		'Mozilla/5.0 (Linux; FetchTV 4.2) AppleWebKit/537.36 Safari/537.36',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Curly/2.0 AbbottLibre/3.1',
		'Mozilla/5.0 (Linux; Android 9; X) Mobile [FBAN/FB4A;FBMF/CUBOT;FBBD/CUBOT;FBDV/CUBOT_X30;FBSV/9]',
	])('is a person whose browser, app or phone has such a name: %s', (userAgent) => {
		expect(isWelcome({ 'user-agent': userAgent }, respects)).toBe(true);
	});

	it.each([
		'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0 Safari/537.36',
		'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
		'Mozilla/5.0 (Macintosh) Version/17.4 Safari/605.1.15 (Applebot/0.1)',
		'Mozilla/5.0 (compatible; YandexBot/3.0)',
		'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
		'Mozilla/5.0 (compatible; SemrushBot/7~bl)',
		'AhrefsBot',
		'Slackbot-LinkExpanding 1.0',
		'TelegramBot (like TwitterBot)',
		'Mozilla/5.0 (compatible; botify; http://botify.com)',
		`${onAndroid('Nexus 5X Build/MMB29P')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
		`${onAndroid('CUBOT X30')} (compatible; PetalBot)`,
		`${onAndroid('Moto G Build/LPB23')} Chrome-Lighthouse`,
		'Mozilla/5.0 (compatible; Baiduspider-render/2.0)',
		'Mozilla/5.0 (Linux; Android 5.0) (compatible; Bytespider)',
		'Mozilla/5.0 (compatible; urlscan.io; Security Scanner)',
		'FeedFetcher-Google',
		'node-fetch/1.0',
		'Mozilla/5.0 AppleWebKit/537.36 BingPreview/1.0b',
		'Better Uptime Bot',
		'python-requests/2.32',
		'Apache-HttpClient/4.5 (Java/17)',
	])('is not a robot: %s', (userAgent) => {
		expect(isWelcome({ 'user-agent': userAgent }, respects)).toBe(false);
	});

	it.each([[{ dnt: '1' }], [{ 'sec-gpc': '1' }]])('does not mind: %p', (preference) => {
		expect(isWelcome({ ...person, ...preference }, respects)).toBe(false);
		expect(isWelcome({ ...person, ...preference }, { respectDoNotTrack: false })).toBe(true);
	});
});

it('sends a script below 1 KB', () => {
	const url = 'https://n8n.example.com/webhook/0b0f6d6e-5d0a-4bb0-9a36-3a6d8c6d1f5e/visitor.js';
	const script = visitorScript(url, {
		respectDoNotTrack: true,
		everyPage: false,
		pagesThatMatter: ['/pricing', '/demo', '/contact'],
	});
	expect(Buffer.byteLength(script)).toBeLessThan(1024);
	expect(script.split('\n')[0]).toBe(`/* <script async src="${url}"></script> */`);
});
