import { LIMITS } from '../../api/limits';
import ipaddr from 'ipaddr.js';
import { checkExists, isPrivateHost, strayIn, type DomainContext } from './domain';
import { blockOf } from './ipAddress';
import { domainInWords } from '../basics/inWords';
import { attempt, isLoopbackHost, parseUrl } from '../basics/values';
import { quoted } from '../basics/plainText';
import { listCheck, repeatedScheme, textCheck } from './primitives';
import { andThen, invalid, valid } from './result';
import { doubtAbout } from '../signs/find';

/** If the service runs on this machine, it can deliver to this machine, also without https. */
interface WebhookUrlContext extends DomainContext {
	/** The URL of a bulk request, with 2048 characters at most. */
	bulk?: boolean;
	/** For sample events only: a test URL must never be registered, since the URL of a radar can't be changed. */
	testUrlAllowed?: boolean;
}

/** Characters that RFC 3986 allows in a URI. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** `webhook_url` (docs/contributing/api.md, Delivery of events): an https URL that the service can reach, sent as it was written. */
export const checkWebhookUrl = textCheck(
	'Use a complete webhook URL, such as https://n8n.example.com/webhook/radar.',
	(text, refuse, { bulk = false, testUrlAllowed = false, ...context }: WebhookUrlContext) => {
		const twice = repeatedScheme(text);
		if (twice) return refuse(twice, 'Remove one of them.');
		const url = /^https?:\/\/[^/\\]/i.test(text) && !/\s/.test(text) ? parseUrl(text) : undefined;
		if (!url) return refuse("isn't a web URL");
		const host = hostOf(url);
		if (host.isLoopback && !context.serviceIsLoopback) {
			return refuse(
				"points to this machine, so the service can't reach it",
				"Use n8n's public address. An administrator sets it with N8N_WEBHOOK_URL.",
			);
		}
		if (url.protocol !== 'https:' && !host.isLoopback)
			return refuse("isn't an https URL", 'Use a URL that begins with https://.');
		const test = testUrlAllowed ? undefined : testUrlIn(url);
		if (test === 'sure') {
			return refuse(
				'is a test URL, which only works while the editor is listening',
				"Use the production URL, with /webhook/ instead of /webhook-test/. A radar's URL can't be changed later.",
			);
		}
		const sent = URI.test(text) ? text : url.href;
		const max = LIMITS.bulkWebhookUrlLength;
		const tooLong = `The webhook URL has ${sent.length} characters`;
		if (bulk && sent.length > max) return invalid(`${tooLong}, more than ${max}.`, 'Use a shorter URL.');
		const stray = host.isName ? strayIn(host.name) : undefined;
		const doubts = valid(
			sent,
			doubtAbout('url', text),
			stray !== undefined &&
				`The host of the webhook URL contains ${quoted(stray)}, which domains can't have.`,
			sent.length > max && `${tooLong} and the service may reject more than ${max}.`,
			!host.isPublic &&
				!isLoopbackHost(url.hostname) &&
				`The host of the webhook URL, ${domainInWords(url.hostname)}, may not be reachable from the service.`,
			test === 'doubtful' &&
				`The webhook URL looks like a test URL, which only works while the editor is listening: ${quoted(text)}.`,
		);
		return host.isName ? andThen(checkExists(host.name, context), () => doubts) : doubts;
	},
);

const WEB_URL_FIX = 'Use complete URLs, such as https://n8n.example.com/webhook/radar.';

const checkWebUrl = textCheck(WEB_URL_FIX, (text, refuse) =>
	/^https?:\/\/[^/\\\s]\S*$/i.test(text) && parseUrl(text) ? valid(text) : refuse("isn't a web URL"),
);

/** Web URLs in a list, or in one text with separators. They are only compared with others, so any host is fine. */
export const checkWebUrls = listCheck(checkWebUrl, WEB_URL_FIX);

/** `isName`: the host is a public name, so its ending must exist. */
function hostOf(url: URL) {
	const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (ipaddr.isValid(name)) {
		const address = ipaddr.process(name);
		const isPublic = blockOf(address)?.refused !== true;
		return { name, isLoopback: address.range() === 'loopback', isPublic, isName: false };
	}
	const isPublic = name.includes('.') && !isPrivateHost(name);
	return { name, isLoopback: /(^|\.)localhost$/.test(name), isPublic, isName: isPublic };
}

const TEST_ENDPOINT = 'webhook-test';

/**
 * Whether a URL is one of n8n's test URLs. n8n ignores the case of a path, and decodes it. A proxy may add parts before
 * `webhook-test`; as the last part, it may belong to another program.
 */
export function testUrlIn(url: URL): 'sure' | 'doubtful' | undefined {
	const path = attempt(() => decodeURIComponent(url.pathname)) ?? url.pathname;
	const parts = path.toLowerCase().split('/').filter(Boolean);
	const at = parts.indexOf(TEST_ENDPOINT);
	if (at < 0) return undefined;
	return at < parts.length - 1 ? 'sure' : 'doubtful';
}
