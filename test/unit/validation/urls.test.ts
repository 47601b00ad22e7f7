import { checkProfileUrl as checkProfileUrlIn } from '../../../nodes/shared/values/rules/profileUrl';
import { checkWebhookUrl } from '../../../nodes/shared/values/rules/webhookUrl';
import { doubts, hints, refusal, sent } from './results';

const checkProfileUrl = (value: unknown, kind: 'company' | 'person', more: object = {}) =>
	checkProfileUrlIn(value, kind, { serviceIsLoopback: false, ...more });

describe('profile_url of a company', () => {
	it.each([
		['https://example.com/company/acme', 'https://example.com/company/acme', ''],
		['https://www.example.com/school/acme-college/', 'https://www.example.com/school/acme-college', ''],
		['https://example.com/company/acme?trk=x#about', 'https://example.com/company/acme', ''],
		['example.com/company/acme', 'https://example.com/company/acme', ''],
		['https://Example.COM/Company/Acme', 'https://example.com/company/Acme', ''],
		['https://example.com/company/bücher', 'https://example.com/company/b%C3%BCcher', ''],
		['https://example.com:443/company/acme', 'https://example.com/company/acme', ''],
		['https://example.com./company/acme', 'https://example.com/company/acme', ''],
		['https://example.com:8443/company/acme', 'https://example.com:8443/company/acme', 'has a port'],
		['http://example.com/company/acme', 'https://example.com/company/acme', 'https instead of http'],
		['https://example.com/company/acme/about/', 'https://example.com/company/acme', 'without its last part'],
	])('sends %s as %s', (value, expected, hint) => {
		const result = checkProfileUrl(value, 'company');
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toContain(hint);
		expect(hints(result) === '').toBe(hint === '');
	});

	it.each([
		['https://example.com/in/jane-doe', /page of a person, not of a company/],
		['https://example.com/pub/jane', /old \/pub\/ page/],
		['https://example.com/company/', /doesn't say which company/],
		['https://example.com/showcase/acme', /not a company page/],
		['https://example.com/', /not a company page/],
		['https://example.com/x/company/acme', /not a company page/],
		['company/acme', /isn't a page URL/],
		['acme', /isn't a page URL/],
		['https://me:secret@example.com/company/acme', /isn't a page URL/],
		['https://me@example.com/company/acme', /isn't a page URL/],
		['https://:secret@example.com/company/acme', /isn't a page URL/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'company'))).toMatch(reason);
	});
});

describe('profile_url of a person', () => {
	it.each([
		['https://example.com/in/jane-doe', 'https://example.com/in/jane-doe'],
		['https://example.com/in/jane-doe/?trk=x', 'https://example.com/in/jane-doe'],
		['https://example.com/in/de/jane-doe', 'https://example.com/in/de/jane-doe'],
		['https://example.com/in/people/jane-doe', 'https://example.com/in/people/jane-doe'],
		['https://example.com/in/me-myself', 'https://example.com/in/me-myself'],
		['https://example.com/in/jane?from=https://example.com/x', 'https://example.com/in/jane'],
		['de.example.com/in/jane-doe', 'https://de.example.com/in/jane-doe'],
	])('sends %s as %s', (value, expected) => {
		expect(sent(checkProfileUrl(value, 'person'))).toBe(expected);
	});

	it.each(['recent-activity/all/', 'details/experience/', 'edit/intro/', 'de', 'overlay/contact-info?x=1'])(
		'is sent without what is below it, with a note: %s',
		(below) => {
			const result = checkProfileUrl(`https://example.com/in/jane-doe/${below}`, 'person');
			expect(sent(result)).toBe('https://example.com/in/jane-doe');
			expect(doubts(result)).toBe('');
			expect(hints(result)).toBe(
				'The profile URL is sent without its last part: https://example.com/in/jane-doe.',
			);
		},
	);

	it.each([
		['https://example.com/in/me', /for whoever is logged in/],
		['https://example.com/in/Me/details/', /for whoever is logged in/],
		['https://example.com/in/unavailable/', /for whoever is logged in/],
		['https://example.com/in/janehttps://example.com/in/jane', /two values in one/],
		['https://example.com/company/acme', /company page, not the page of a person/],
		['https://example.com/school/acme', /school page, not the page of a person/],
		['https://example.com/pub/jane-doe/1/2/3', /old \/pub\/ page/],
		['https://example.com/in/', /doesn't say which person/],
		['https://example.com/inside/jane', /not a person page/],
	])('refuses %s', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'person'))).toMatch(reason);
	});
});

describe('profile_url on a host that is not on the internet', () => {
	const page = (host: string) => `https://${host}/company/acme`;

	it.each([
		['network.test', /".test" is for private networks/],
		['network.internal', /".internal" is for private networks/],
	])('is refused: %s', (host, reason) => {
		expect(refusal(checkProfileUrl(page(host), 'company'))).toMatch(reason);
	});

	it('is right with a private ending where the service runs on this machine', () => {
		const result = checkProfileUrl(page('network.internal'), 'company', { serviceIsLoopback: true });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/private networks/);
	});
});

describe('profile_url as text that was never meant', () => {
	it.each([
		'undefined',
		'null',
		'NaN',
		'[object Object]',
		'[object%20Object]',
		'{{ $json.slug }}',
		'%7B%7B$json.slug%7D%7D',
	])('is refused with the slug %s', (slug) => {
		expect(refusal(checkProfileUrl(`https://example.com/company/${slug}`, 'company'))).toMatch(/holds/);
		expect(refusal(checkProfileUrl(`https://example.com/in/${slug}`, 'person'))).toMatch(/holds/);
	});

	it.each(['jane-null', 'null-island', 'undefined-labs'])('is taken with the slug %s', (slug) => {
		expect(hints(checkProfileUrl(`https://example.com/company/${slug}`, 'company'))).toBe('');
	});

	it.each(['jane\u2013doe', 'jane\u2011doe', '\u201cjane-doe', 'jane-doe\u201d', 'jane-doe)'])(
		'is doubtful with a character of the surrounding text: %s',
		(slug) => {
			const result = checkProfileUrl(`https://example.com/in/${slug}`, 'person');
			expect(doubts(result)).toMatch(/typographic dash or quote|ends with/);
		},
	);

	it('loses invisible characters, and keeps the joiner of a Persian name', () => {
		const result = checkProfileUrl('https://example.com/in/jane\u200b-doe\u2060', 'person');
		expect(sent(result)).toBe('https://example.com/in/jane-doe');
		expect(hints(result)).toMatch(/U\+200B.*U\+2060/);
		expect(sent(checkProfileUrl('https://example.com/in/می\u200cخواهم', 'person'))).toContain('%E2%80%8C');
	});
});

const remote = { serviceIsLoopback: false };
const local = { serviceIsLoopback: true };

describe('webhook_url', () => {
	it.each([
		'https://n8n.example.com/webhook/radar?k=a%2Fb',
		'https://n8n.example.com:8443',
		'HTTPS://N8N.example.com/Webhook',
		'https://8.8.8.8/hook',
		'https://n8n.example.com/webhook-tester/x',
	])('sends %s as it was written', (value) => {
		const result = checkWebhookUrl(` ${value} `, remote);
		expect(sent(result)).toBe(value);
		expect(hints(result)).toBe('');
	});

	it('sends what is not a URI in its encoded form', () => {
		expect(sent(checkWebhookUrl('https://bücher.example.com/hök', remote))).toBe(
			'https://xn--bcher-kva.example.com/h%C3%B6k',
		);
	});

	it.each([
		['http://n8n.example.com/webhook/radar', /https/],
		['n8n.example.com/webhook', /isn't a web URL/],
		['https:\\\\n8n.example.com', /isn't a web URL/],
		['https://', /isn't a web URL/],
		['https://n8n.example.com:99999/', /isn't a web URL/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(reason);
		expect(refusal(checkWebhookUrl(value, local))).toMatch(reason);
	});

	it.each([
		'https://localhost:5678/webhook/x',
		'http://[::1]:5678/webhook/x',
		'http://127.0.0.1:5678/webhook/x',
		'https://n8n.localhost/webhook/x',
		'https://[::ffff:127.0.0.1]/x',
		'https://0x7f.1/x',
	])('takes %s for a service on this machine only', (value) => {
		expect(sent(checkWebhookUrl(value, local))).toBe(value);
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(/this machine|loopback/);
	});

	it.each([
		'https://n8n.example.com/webhook-test/radar',
		'https://example.com/tools/n8n/webhook-test/6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
		'https://ha.example.com/api/hassio_ingress/TOKEN/webhook-test/my-path',
		'https://hooks.example.com/api/v2/webhook-test/radar',
		'https://n8n.example.com/n8n/Webhook-Test/radar',
		'https://n8n.example.com/webhook%2Dtest/radar',
		'https://n8n.example.com/%77ebhook-test/radar',
		'https://n8n.example.com/webhook-test%2Fradar',
		'https://n8n.example.com//webhook-test//radar',
		'https://n8n.example.com/a/../webhook-test/radar',
		'https://n8n.example.com/webhook-test/radar/:id',
		'https://n8n.example.com/%E0%A4%A/webhook-test/radar',
	])('takes %s for a sample event only', (value) => {
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(/test URL.*production URL/);
		expect(refusal(checkWebhookUrl(value, local))).toMatch(/test URL/);
		expect(refusal(checkWebhookUrl(value, { ...remote, bulk: true }))).toMatch(/test URL/);
		expect(sent(checkWebhookUrl(value, { ...remote, testUrlAllowed: true }))).toBe(value);
	});

	it.each([
		'https://n8n.example.com/webhook-test',
		'https://n8n.example.com/x/webhook-test/',
		'https://example.com/webhook-test?x=1',
	])('doubts %s: nothing follows the test endpoint', (value) => {
		const result = checkWebhookUrl(value, remote);
		expect(sent(result)).toBe(value);
		expect(doubts(result)).toContain('looks like a test URL');
	});

	it.each([
		'https://n8n.example.com/webhook-testing/radar',
		'https://n8n.example.com/my-webhook-test/radar',
		'https://n8n.example.com/webhook/radar?from=/webhook-test/radar',
		'https://n8n.example.com/webhook/radar#/webhook-test/radar',
		'https://webhook-test.example.com/webhook/radar',
	])('takes %s, which is no test URL', (value) => {
		expect(hints(checkWebhookUrl(value, remote))).toBe('');
	});

	it('takes 2048 characters; more only for a single radar, with a hint', () => {
		const url = (length: number) => 'https://example.com/'.padEnd(length, 'x');
		expect(hints(checkWebhookUrl(url(2048), { ...remote, bulk: true }))).toBe('');
		expect(refusal(checkWebhookUrl(url(2049), { ...remote, bulk: true }))).toMatch(/2049 characters/);
		expect(hints(checkWebhookUrl(url(2049), remote))).toMatch(/2049 characters/);
	});

	it.each([
		...['https://10.0.0.5/x', 'https://[fd00::1]/x', 'https://169.254.1.1/x', 'https://n8n/webhook/x'],
		...[
			'local',
			'internal',
			'lan',
			'corp',
			'home.arpa',
			'test',
			'invalid',
			'intranet',
			'home',
			'private',
		].map((ending) => `https://n8n.${ending}/webhook/x`),
		'https://host.docker.internal:5678/webhook/x',
		'https://n8n.default.svc.cluster.local/webhook/x',
		'https://N8N.LAN./webhook/x',
	])('doubts %s: it may be out of reach', (value) => {
		for (const context of [remote, local]) {
			const result = checkWebhookUrl(value, context);
			expect(sent(result)).toBe(value);
			expect(doubts(result)).toMatch(/may not be reachable/);
		}
	});

	it.each([
		'https://x.ngrok-free.app/webhook/y',
		'https://x.trycloudflare.com/y',
		'https://n8n.acme.ts.net/x',
		'https://internal.example.com/x',
	])('takes %s, which can be reached', (value) => {
		expect(hints(checkWebhookUrl(value, remote))).toBe('');
	});

	it.each([
		'https://n8n.acme\u2013group.com/x',
		'https://n8n.acme\u2019s.com/x',
		'https://\u201cn8n.example.com/x',
	])('is doubtful with a typographic character in the host: %s', (url) =>
		expect(doubts(checkWebhookUrl(url, remote))).toMatch(/which domains can't have/),
	);

	it.each([
		'https://n8n.example.com/webhook/x\u200b',
		'https://n8n.example.com/web\u2060hook/x',
		'\ufeffhttps://n8n.example.com/webhook/x',
		'https://n8n.example.com/webhook\u200c/x',
		'https://n8n.example\u00ad.com/webhook/x',
	])('takes invisible characters off %j', (value) => {
		const result = checkWebhookUrl(value, remote);
		expect(sent(result)).toBe('https://n8n.example.com/webhook/x');
		expect(hints(result)).toMatch(/U\+[0-9A-F]{4}/);
		expect(doubts(result)).toBe('');
	});

	it.each([
		['=https://n8n.example.com/webhook/x', /didn't evaluate/],
		['undefined', /without data/],
	])('says what %s is', (value, reason) => {
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(reason);
	});
});

describe.each([
	[
		'profile_url',
		(value: unknown) => checkProfileUrl(value, 'company'),
		{ host: 'https://example.com', path: '/company/acme', kind: 'a page URL' },
	],
	[
		'webhook_url',
		(value: unknown) => checkWebhookUrl(value, remote),
		{ host: 'https://n8n.example.com', path: '/webhook/radar', kind: 'a web URL' },
	],
] as const)('%s like any URL', (_, check, { host, path, kind }) => {
	const right = `${host}${path}`;

	it.each([
		['of FTP', right.replace('https', 'ftp'), `isn't ${kind}`],
		['with one slash', right.replace('//', '/'), `isn't ${kind}`],
		['with a space', `${right} x`, `isn't ${kind}`],
		['that is empty', '', 'empty'],
		['that is missing', null, 'empty'],
		['that is no text', {}, 'object'],
		['with its protocol twice', `https://${right}`, 'https:// twice'],
		['with two protocols', right.replace('https', 'https://http'), 'contains both https:// and http://'],
		['with an expression', `${right}/{{ $json.id }}`, "didn't evaluate"],
	])('is refused %s', (__, value, reason) => expect(refusal(check(value))).toContain(reason));

	it.each([
		['a quote of the surrounding text', `${right}\u201d`, 'ends with \u201d'],
		['an ending that no registry has', right.replace('.com', '.con'), `".con" isn't a known ending`],
	])('is doubtful with %s', (__, value, doubt) => expect(doubts(check(value))).toContain(doubt));
});
