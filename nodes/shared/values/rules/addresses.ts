import ipaddr from 'ipaddr.js';

import { checkExists, checkHost, type DomainContext, isPrivateHost, strayIn, TWO_VALUES } from './domain';
import { domainInWords, quoted } from '../basics/inWords';
import { attempt, parseUrl, isLoopbackHost } from '../basics/values';
import {
	type Refuse,
	repeatedScheme,
	textCheck,
	unresolvedIn,
	listCheck,
	longerThan,
	REMOVE_ONE,
} from './primitives';
import { andThen, valid, withNotes, type ValidationResult, invalid } from '../basics/refusal';
import { doubtAbout } from '../signs/find';
import { ROLE_MAILBOXES } from '../signs/contacts';
import { isFreeMail } from '../signs/domains';
import { LIMITS } from '../../api/limits';
import { blockOf } from './ipAddress';

const FIX = "Use the person's work address, such as jane.doe@example.com.";
const MAX_LOCAL = 64;
const MAX_LENGTH = 254;

/** RFC 6761 section 6.5. */
const EXAMPLE_DOMAIN = /(^|\.)example(\.(com|net|org))?$/;

/**
 * `email` of a contact radar (docs/contributing/api.md, Create a radar): role-based, shared and placeholder addresses are rejected by the service.
 * Those of RFC 2142 and the example domains are wrong; others that look alike are doubtful. A private address is a person's, too.
 */
export const checkEmail = textCheck(FIX, (text, refuse, context: DomainContext) => {
	const address = text.replace(/^mailto:/i, '');
	const at = address.lastIndexOf('@');
	const problem = problemOfForm(address, at);
	if (problem !== undefined) return refuse(problem);
	const local = address.slice(0, at);
	const unresolved = unresolvedIn(local);
	if (unresolved) return unresolved;
	const host = checkHost(address.slice(at + 1), () => refuse('does not end in a domain after the @ sign'));
	return andThen(host, (domain) => {
		const sent = `${local}@${domain}`;
		const inWords = `${local}@${domainInWords(domain)}`;
		if (EXAMPLE_DOMAIN.test(domain))
			return invalid(`${quoted(inWords)} is a placeholder, not a real address.`, FIX);
		if (ROLE_MAILBOXES.has(local.toLowerCase()))
			return invalid(`${quoted(inWords)} is a shared mailbox, not a person's address.`, FIX);
		const checked = withNotes(
			valid(sent, doubtAbout('address', inWords)),
			isFreeMail(domain) &&
				`${quoted(inWords)} is a private address. A work address finds the person better.`,
		);
		return andThen(checkExists(domain, context), () => checked);
	});
});

function problemOfForm(address: string, at: number): string | undefined {
	if (/[*\u2022\u2026]/.test(address)) return 'is masked: some of its characters are hidden';
	if (/[<>]/.test(address)) return 'has more than the address: use only the part between < and >';
	if (at < 0) return 'has no @ sign';
	if (at === 0) return 'has nothing before the @ sign';
	const local = address.slice(0, at);
	if (!/^".*"$/.test(local)) {
		if (/[\s,;]/.test(address)) return 'has a space, a comma or a semicolon in it; use one address';
		if (local.includes('@')) return 'has two @ signs';
		if (/^\.|\.\.|\.$/.test(local)) return 'has a misplaced dot';
	}
	if (local.length > MAX_LOCAL) return `has more than ${MAX_LOCAL} characters before the @ sign`;
	if (address.length > MAX_LENGTH) return longerThan(MAX_LENGTH);
	return undefined;
}

/** Whose page: company radars take company and school pages, contact radars take persons' pages. */
type ProfileKind = 'company' | 'person';

const PAGES = { company: ['company', 'school'], person: ['in'] } as const;

const FIXES = {
	company: 'Use the company or school page, such as https://network.example/company/acme.',
	person: "Use the person's page, such as https://network.example/in/jane-doe.",
} as const;

/** Why a page isn't the one asked for, by the first part of its path. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
	company: 'is a company page, not the page of a person',
	school: 'is a school page, not the page of a person',
	in: 'is the page of a person, not of a company',
	pub: "is an old /pub/ page, which isn't accepted",
};

/** Pages of persons that show the one who looks at them, or that nobody may see. */
const OF_NOBODY = /^(?:me|unavailable)$/i;

const FOLDER = /^(?:[a-z]{2}(?:-[a-z]{2})?|people)$/i;

/** The parts of a page URL of the kind. */
interface ProfilePage {
	url: URL;
	host: string;
	/** The first part of the path, in lower case. */
	folder: string;
	slug: string;
	/** The parts of the path after the slug. */
	rest: string[];
}

function readPage(text: string, kind: ProfileKind, refuse: Refuse): ValidationResult<ProfilePage> {
	const twice = repeatedScheme(text);
	if (twice) return refuse(twice, REMOVE_ONE);
	if (/^[^?#]+https?:\/\//i.test(text)) return refuse(TWO_VALUES, 'Use one of them.');
	const url = parsePage(text);
	const noPage = () => refuse("isn't a page URL");
	if (!url) return noPage();
	const [page = '', slug, ...rest] = url.pathname.split('/').filter((part) => part !== '');
	const folder = page.toLowerCase();
	const host = checkHost(url.hostname, noPage);
	if (!host.ok) return host;
	if (!PAGES[kind].some((expected) => expected === folder))
		return refuse(OTHER_PAGES[folder] ?? `is not a ${kind} page`);
	if (slug === undefined) return refuse(`doesn't say which ${kind}`);
	if (kind === 'person' && OF_NOBODY.test(slug))
		return refuse(`names no person: "${slug}" is a page for whoever is logged in`);
	return andThen(host, (domain) => valid({ url, host: domain, folder, slug, rest }));
}

/** The URL to send, with what was changed or may be wrong. */
function withoutExtras({ url, host, folder, slug, rest }: ProfilePage, kind: ProfileKind, text: string) {
	const name = attempt(() => decodeURIComponent(slug)) ?? slug;
	const unresolved = unresolvedIn(name);
	if (unresolved) return unresolved;
	// Some networks have the language or a folder in front of the person's own part.
	const isFolder = kind === 'person' && FOLDER.test(slug);
	const path = [folder, slug, ...(isFolder ? rest : [])].join('/');
	const port = url.port === '' ? '' : `:${url.port}`;
	const sent = `https://${host}${port}/${path}`;
	return withNotes(
		valid(sent, doubtAbout('profile', sent), doubtAbout('url', text) || doubtAbout('slug', name)),
		url.protocol === 'http:' && 'The profile URL is sent with https instead of http.',
		!isFolder && rest.length > 0 && `The profile URL is sent without its last part: ${domainInWords(sent)}.`,
	);
}

/**
 * `profile_url` of a professional network (docs/contributing/api.md, Create a radar): `https://{host}/company/<slug>` or
 * `/school/<slug>` for companies, a path that starts with `/in/` for persons. Removes the query, fragment and pages below the profile.
 */
export const checkProfileUrl = (
	value: unknown,
	kind: ProfileKind,
	context: DomainContext,
): ValidationResult<string> =>
	textCheck(FIXES[kind], (text, refuse) =>
		andThen(readPage(text, kind, refuse), (page) =>
			andThen(checkExists(page.host, context), () => withoutExtras(page, kind, text)),
		),
	)(value);

/** An http(s) URL without a user; text without a protocol is read as https. */
function parsePage(text: string): URL | undefined {
	if (/\s/.test(text)) return undefined;
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
	if (!/^https?:\/\/[^/\\]/i.test(absolute)) return undefined;
	const url = parseUrl(absolute);
	return url?.username === '' && url.password === '' ? url : undefined;
}

/** If the service runs on this machine, it can deliver to this machine, also without https. */
interface WebhookUrlContext extends DomainContext {
	/** The URL of a bulk request, with 2048 characters at most. */
	bulk?: boolean;
	/** For sample events only: a test URL must never be registered, since the URL of a radar can't be changed. */
	testUrlAllowed?: boolean;
}

/** Characters that RFC 3986 allows in a URI. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

const NO_WEB_URL = "isn't a web URL";
const A_TEST_URL = 'a test URL, which only works while the editor is listening';

/** `webhook_url` (docs/contributing/api.md, Delivery of events): an https URL that the service can reach, sent as it was written. */
export const checkWebhookUrl = textCheck(
	'Use a complete webhook URL, such as https://n8n.example.com/webhook/radar.',
	(text, refuse, { bulk = false, testUrlAllowed = false, ...context }: WebhookUrlContext) => {
		const twice = repeatedScheme(text);
		if (twice) return refuse(twice, REMOVE_ONE);
		const url = /^https?:\/\/[^/\\]/i.test(text) && !/\s/.test(text) ? parseUrl(text) : undefined;
		if (!url) return refuse(NO_WEB_URL);
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
				`is ${A_TEST_URL}`,
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
			test === 'doubtful' && `The webhook URL looks like ${A_TEST_URL}: ${quoted(text)}.`,
		);
		return host.isName ? andThen(checkExists(host.name, context), () => doubts) : doubts;
	},
);

const WEB_URL_FIX = 'Use complete URLs, such as https://n8n.example.com/webhook/radar.';

const checkWebUrl = textCheck(WEB_URL_FIX, (text, refuse) =>
	/^https?:\/\/[^/\\\s]\S*$/i.test(text) && parseUrl(text) ? valid(text) : refuse(NO_WEB_URL),
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
