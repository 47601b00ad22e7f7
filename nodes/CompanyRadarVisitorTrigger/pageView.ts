import { isbot } from 'isbot';
import { isObject, parseJson, parseUrl } from '../shared/values/basics/values';
import { disarmed, disarmedPath } from '../shared/values/basics/plainText';
import { EVERY_PAGE, FIRST_PAGE } from './fields';
import { startOf } from './paths';

/** As much as browsers send after a page was closed. */
const MAX_VIEW_BYTES = 65_536;
const MAX_TEXT = 200;

export const UTM_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** How a visitor was led to the page. */
export type Campaign = Record<(typeof UTM_KEYS)[number], string | null>;

/** What the script sends about a page. Anybody can forge it, so all its texts are clean: see `readPageView`. */
export interface PageView {
	/** Origin and path. */
	page: string;
	path: string;
	/** Host of the page that led here. */
	referrer: string | null;
	campaign: Campaign;
	/** Whether the visitor agreed, as far as the website says. */
	hasConsent: boolean;
}

type ViewHeaders = Record<string, string | string[] | undefined>;

/** The start of the text, which doesn't end within an escape such as `%20`. */
const cut = (path: string): string =>
	path.length > MAX_TEXT ? path.slice(0, MAX_TEXT).replace(/%.?$/, '') : path;

/** A host name, with its port; null for any other text. */
function hostIn(value: unknown): string | null {
	const text = typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
	const { host } = parseUrl(`https://${text}`) ?? {};
	return host !== undefined && host === text.toLowerCase() && /^[a-z\d][\w.-]*(?::\d+)?$/.test(host)
		? host
		: null;
}

/** From a cut. */
const HALF_CHARACTER = /\p{Cs}/gu;

/** What begins a formula in a spreadsheet, also in full width. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\s]+/;

const campaignText = (value: unknown): string | null =>
	disarmed(typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')
		.replace(HALF_CHARACTER, '')
		.replace(FORMULA, '')
		.trim() || null;

function campaignIn(values: unknown): Campaign {
	const entries = isObject(values) ? Object.entries(values) : [];
	const given = Object.fromEntries(entries.map(([key, value]) => [key.toLowerCase(), value]));
	return Object.fromEntries(UTM_KEYS.map((key) => [key, campaignText(given[key])])) as Campaign;
}

/** The domain that n8n's host is below, or the host itself. */
const parentOf = (hostname: string): string => hostname.replace(/^[^.]+\.(?=[^.]+\.)/, '');

/** Whether browsers take n8n for a part of the website. A frame without an origin, on any website, isn't: it would say what it likes. */
const isSameSite = (website: URL, n8n: URL | undefined): boolean =>
	website.protocol === n8n?.protocol &&
	(isBelow(website.hostname, parentOf(n8n.hostname)) || isBelow(n8n.hostname, website.hostname));

/**
 * The page view in a request body; undefined if there is none. The Origin header overrides the origin in the body. The path is
 * as browsers send it, so it has no blanks, brackets or invisible characters.
 */
export function readPageView(
	body: unknown,
	{ origin, 'sec-fetch-site': relation }: ViewHeaders,
	n8nUrl = '',
): PageView | undefined {
	if (typeof body !== 'string' || Buffer.byteLength(body) > MAX_VIEW_BYTES) return undefined;
	const view = parseJson(body);
	if (!isObject(view) || typeof view.p !== 'string' || !view.p.startsWith('/')) return undefined;
	const isNamed = typeof origin === 'string' && origin !== 'null';
	const website = parseUrl(isNamed ? origin : String(view.o));
	if (!website || !['http:', 'https:'].includes(website.protocol)) return undefined;
	if (origin === 'null' && relation === 'cross-site' && isSameSite(website, parseUrl(n8nUrl)))
		return undefined;
	const path = disarmedPath(cut((parseUrl(website.origin + view.p)?.pathname ?? '/').replace(/;.*/, '')));
	return {
		page: website.origin + path,
		path,
		referrer: hostIn(view.r),
		campaign: campaignIn(view.u),
		hasConsent: view.c === true,
	};
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

export interface PageSettings {
	allowedWebsites: readonly string[];
	/** The choice under Pages. */
	pages: string;
	/** As `pathKey` returns them. */
	pagesThatMatter: readonly string[];
	excludedPages: readonly string[];
}

/** Why the page view doesn't count; undefined if it does. A visit starts with a page that wasn't reached from the website itself. */
export function reasonToIgnore(
	view: PageView,
	settings: PageSettings,
): 'otherWebsite' | 'excludedPage' | 'otherPage' | undefined {
	const { hostname, host } = new URL(view.page);
	if (!settings.allowedWebsites.some((domain) => isBelow(hostname, domain))) return 'otherWebsite';
	if (startOf(view.path, settings.excludedPages) !== undefined) return 'excludedPage';
	const isFirst = settings.pages === FIRST_PAGE && view.referrer !== host;
	if (settings.pages === EVERY_PAGE || isFirst) return undefined;
	return startOf(view.path, settings.pagesThatMatter) === undefined ? 'otherPage' : undefined;
}

/** Assistants that load a page for a person, such as `ChatGPT-User/2.0`, and programs that isbot doesn't know. */
const PROGRAM = /\b[\w-]+-user\/\d|checkly|debugbear|gtmetrix|screenshot|uptrends/i;

/** Further characters tell nothing, and some patterns would take long. */
const MAX_USER_AGENT = 500;

/** The model of a phone, which may be named like a program: CUBOT, Spider X1. Some apps repeat it. */
const PHONE = /\b(?:(?<=Android [\d.]+;(?: [a-z]{2}-[a-z]{2};)? )[^;)]+|FB(?:MF|BD|DV)\/[^;\]]+)/gi;

interface VisitorSettings {
	respectDoNotTrack: boolean;
	waitForConsent: boolean;
}

/** Why the visitor is left alone; undefined if a person looks at the page and agrees. The script asks, too, but this is the judge. */
export function reasonToSkip(
	headers: ViewHeaders,
	hasConsent: boolean,
	{ respectDoNotTrack, waitForConsent }: VisitorSettings,
): 'bot' | 'doNotTrack' | 'noConsent' | undefined {
	const userAgent = String(headers['user-agent'] ?? '')
		.slice(0, MAX_USER_AGENT)
		.replace(PHONE, '');
	if (userAgent === '' || isbot(userAgent) || PROGRAM.test(userAgent)) return 'bot';
	if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`)) return 'bot';
	if (respectDoNotTrack && (headers.dnt === '1' || headers['sec-gpc'] === '1')) return 'doNotTrack';
	return waitForConsent && !hasConsent ? 'noConsent' : undefined;
}
