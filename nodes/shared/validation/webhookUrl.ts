import { LIMITS } from '../api/limits';
import ipaddr from 'ipaddr.js';
import { blockOf } from './ipAddress';
import { attempt, checkText, quoted, parseUrl } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

interface WebhookUrlContext {
	/** The service runs on this machine, so it may deliver to this machine, and without https. */
	serviceIsLoopback: boolean;
	/** The URL is a bulk submission's own: 2048 characters at most. */
	bulk?: boolean;
	/** For sample events only: a test URL must never be registered, since the URL of a radar cannot be changed. */
	testUrlAllowed?: boolean;
}

const FIX = 'Use a complete webhook URL, such as https://n8n.acme.com/webhook/radar.';
/** Hosts that are this machine wherever they are resolved. */
const SURE_LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Characters that RFC 3986 lets stand in a URI. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** `webhook_url` (docs/api.md, Delivery of events): an https URL that the service can reach, sent as it was written. */
export function checkWebhookUrl(
	value: unknown,
	{ serviceIsLoopback, bulk = false, testUrlAllowed = false }: WebhookUrlContext,
): ValidationResult<string> {
	const text = checkText(value, FIX);
	if (!text.ok) return text;
	const url =
		/^https?:\/\/[^/\\]/i.test(text.value) && !/\s/.test(text.value) ? parseUrl(text.value) : undefined;
	if (!url) return invalid(`${quoted(text.value)} isn't a web URL.`, FIX);

	const host = hostOf(url);
	if (host.isLoopback && !serviceIsLoopback) {
		return invalid(
			`${quoted(text.value)} points to this machine, so the service can't reach it.`,
			"Use n8n's public address. An administrator sets it with N8N_WEBHOOK_URL.",
		);
	}
	if (url.protocol !== 'https:' && !host.isLoopback) {
		return invalid(`${quoted(text.value)} isn't an https URL.`, 'Use a URL that begins with https://.');
	}
	const test = testUrlAllowed ? undefined : testUrlIn(url);
	if (test === 'sure') {
		return invalid(
			`${quoted(text.value)} is a test URL, which only works while the editor is listening.`,
			"Use the production URL, with /webhook/ instead of /webhook-test/. A radar's URL can't be changed later.",
		);
	}
	const sent = URI.test(text.value) ? text.value : url.href;
	const hints: string[] = [];
	if (sent.length > LIMITS.bulkWebhookUrlLength) {
		const tooLong = `The webhook URL has ${sent.length} characters`;
		if (bulk) return invalid(`${tooLong}, more than ${LIMITS.bulkWebhookUrlLength}.`, 'Use a shorter URL.');
		hints.push(`${tooLong} and the service may reject more than ${LIMITS.bulkWebhookUrlLength}.`);
	}
	if (host.isDoubtful)
		hints.push(`The host of the webhook URL, ${url.hostname}, may not be reachable from the service.`);
	if (test === 'doubtful') {
		hints.push(
			`The webhook URL looks like a test URL, which only works while the editor is listening: ${quoted(text.value)}.`,
		);
	}
	return valid(sent, ...hints);
}

function hostOf(url: URL): { isLoopback: boolean; isDoubtful: boolean } {
	if (SURE_LOOPBACK.test(url.hostname)) return { isLoopback: true, isDoubtful: false };
	const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (ipaddr.isValid(name)) {
		const address = ipaddr.process(name);
		return { isLoopback: address.range() === 'loopback', isDoubtful: blockOf(address)?.refused === true };
	}
	const isLoopback = name === 'localhost' || name.endsWith('.localhost');
	return { isLoopback, isDoubtful: isLoopback || !name.includes('.') || name.endsWith('.local') };
}

const TEST_ENDPOINT = 'webhook-test';
const WEBHOOK_ID = /^[\da-f]{8}-[\da-f]{4}-/;

/**
 * n8n matches the parts of a path without regard to case and after decoding them. Its test endpoint comes first, or after the path that
 * n8n is served under; elsewhere in the path, it may be another program's.
 */
function testUrlIn(url: URL): 'sure' | 'doubtful' | undefined {
	const path = attempt(() => decodeURIComponent(url.pathname)) ?? url.pathname;
	const parts = path.toLowerCase().split('/').slice(1);
	const at = parts.indexOf(TEST_ENDPOINT);
	if (at < 0) return undefined;
	return at <= 1 || WEBHOOK_ID.test(parts[at + 1] ?? '') ? 'sure' : 'doubtful';
}
