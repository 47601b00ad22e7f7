import { checkWebhookUrl } from '../../../nodes/shared/validation/webhookUrl';
import { hints, refusal, sent } from './results';

const remote = { serviceIsLoopback: false };
const local = { serviceIsLoopback: true };

describe('webhook_url', () => {
	it.each([
		'https://n8n.acme.com/webhook/radar?k=a%2Fb',
		'https://n8n.acme.com:8443',
		'HTTPS://N8N.acme.com/Webhook',
		'https://8.8.8.8/hook',
		'https://n8n.acme.com/webhook-tester/x',
	])('sends %s as it was written', (value) => {
		const result = checkWebhookUrl(` ${value} `, remote);
		expect(sent(result)).toBe(value);
		expect(hints(result)).toBe('');
	});

	it('sends what is not a URI in its encoded form', () => {
		expect(sent(checkWebhookUrl('https://bücher.de/hök', remote))).toBe('https://xn--bcher-kva.de/h%C3%B6k');
	});

	it.each([
		['http://n8n.acme.com/webhook/radar', /https/],
		['n8n.acme.com/webhook', /isn't a web URL/],
		['https:/n8n.acme.com', /isn't a web URL/],
		['https:\\\\n8n.acme.com', /isn't a web URL/],
		['https://n8n.acme.com/we bhook', /isn't a web URL/],
		['https://', /isn't a web URL/],
		['ftp://n8n.acme.com', /isn't a web URL/],
		['https://n8n.acme.com:99999/', /isn't a web URL/],
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

	it("sends another program's URL with a hint", () => {
		const value = 'https://hooks.acme.com/api/v2/webhook-test/radar';
		const result = checkWebhookUrl(value, remote);
		expect(sent(result)).toBe(value);
		expect(hints(result)).toContain('looks like a test URL');
	});

	it.each([
		'https://acme.com/tools/n8n/webhook-test/6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
		'https://n8n.acme.com/webhook-test/radar',
		'https://n8n.acme.com/n8n/Webhook-Test/radar',
		'https://n8n.acme.com/webhook%2Dtest/radar',
		'https://n8n.acme.com/webhook-test',
	])('takes %s for a sample event only', (value) => {
		expect(refusal(checkWebhookUrl(value, remote))).toMatch(/test URL.*production URL/);
		expect(refusal(checkWebhookUrl(value, { ...remote, bulk: true }))).toMatch(/test URL/);
		expect(sent(checkWebhookUrl(value, { ...remote, testUrlAllowed: true }))).toBe(value);
	});

	it('takes 2048 characters; more only for a single radar, with a hint', () => {
		const url = (length: number) => 'https://acme.com/'.padEnd(length, 'x');
		expect(hints(checkWebhookUrl(url(2048), { ...remote, bulk: true }))).toBe('');
		expect(refusal(checkWebhookUrl(url(2049), { ...remote, bulk: true }))).toMatch(/2049 characters/);
		expect(hints(checkWebhookUrl(url(2049), remote))).toMatch(/2049 characters/);
	});

	it.each(['https://10.0.0.5/x', 'https://n8n/webhook/x', 'https://n8n.local/x', 'https://[fd00::1]/x'])(
		'sends %s with a hint: it may be out of reach',
		(value) => {
			expect(hints(checkWebhookUrl(value, remote))).toMatch(/may not be reachable/);
		},
	);
});
