import { checkWebhookUrl } from '../../../nodes/shared/validation/webhookUrl';
import { doubts, hints, refusal, sent } from './results';

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
		['https:/n8n.example.com', /isn't a web URL/],
		['https:\\\\n8n.example.com', /isn't a web URL/],
		['https://n8n.example.com/we bhook', /isn't a web URL/],
		['https://', /isn't a web URL/],
		['ftp://n8n.example.com', /isn't a web URL/],
		['https://n8n.example.com:99999/', /isn't a web URL/],
		['', /empty/],
		[null, /empty/],
		[{}, /object/],
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

	it('is doubtful with a quote of the surrounding text', () => {
		expect(doubts(checkWebhookUrl('https://n8n.example.com/webhook/radar\u201d', remote))).toMatch(
			/ends with \u201d/,
		);
	});

	it('doubts a host whose ending no registry has', () => {
		expect(doubts(checkWebhookUrl('https://n8n.example.con/webhook/x', remote))).toMatch(
			/".con" isn't a known/,
		);
	});

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
		['https://https://n8n.example.com/x', /https:\/\/ twice/],
		['https://n8n.example.com/webhook/{{ $json.id }}', /didn't evaluate/],
		['=https://n8n.example.com/webhook/x', /didn't evaluate/],
		['undefined', /without data/],
	])('says what %s is', (value, reason) => {
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(reason);
	});
});
