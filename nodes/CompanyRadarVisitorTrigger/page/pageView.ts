import { isObject, parseJson } from '../../shared/basics/json';
import { parseUrl } from '../../shared/basics/parseUrl';

const MAX_BODY_BYTES = 4096;
const MAX_TEXT = 200;

const UTM_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** How a visitor was led to the page. */
export type Campaign = Record<(typeof UTM_KEYS)[number], string | null>;

/** What the script sends about a page. Of its query, that is only the campaign. */
export interface PageView {
	/** Origin and path. */
	page: string;
	path: string;
	/** Host of the page that led here. */
	referrer: string | null;
	campaign: Campaign;
}

const textIn = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : null;

function campaignIn(values: unknown): Campaign {
	const given: Record<string, unknown> = isObject(values) ? values : {};
	return Object.fromEntries(UTM_KEYS.map((key) => [key, textIn(given[key])])) as Campaign;
}

/** The page view in a request body; undefined if there is none. The Origin header overrides the origin in the body. */
export function readPageView(body: unknown, origin: string | undefined): PageView | undefined {
	if (typeof body !== 'string' || Buffer.byteLength(body) > MAX_BODY_BYTES) return undefined;
	const view = parseJson(body);
	if (!isObject(view) || typeof view.p !== 'string' || !view.p.startsWith('/')) return undefined;
	const website = parseUrl(origin && origin !== 'null' ? origin : String(view.o));
	if (!website || !['http:', 'https:'].includes(website.protocol)) return undefined;
	const path = view.p.replace(/[?#].*$/s, '').slice(0, MAX_TEXT);
	const referrer = textIn(view.r)?.toLowerCase() ?? null;
	return { page: website.origin + path, path, referrer, campaign: campaignIn(view.u) };
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const startsWithAny = (path: string, starts: readonly string[]): boolean =>
	starts.some((start) => path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`));

export interface PageSettings {
	allowedWebsites: readonly string[];
	everyPage: boolean;
	pagesThatMatter: readonly string[];
	excludedPages: readonly string[];
}

/** Whether the page view counts. A visit starts with a page that wasn't reached from the website itself. */
export function countsPageView(view: PageView, settings: PageSettings): boolean {
	const { hostname, host } = new URL(view.page);
	if (!settings.allowedWebsites.some((domain) => isBelow(hostname, domain))) return false;
	if (startsWithAny(view.path, settings.excludedPages)) return false;
	if (settings.everyPage || view.referrer !== host) return true;
	return startsWithAny(view.path, settings.pagesThatMatter);
}

/** Programs that load pages without a person. Apps such as CamScanner and phones such as Cubot have names like theirs. */
const BOT =
	/(?<!\bcu)bots?(?![a-z])|botify|crawl|spider|slurp|headless|lighthouse|pagespeed|pingdom|uptime|monitor|preview|(?<!cam)scan(?:ner|s)?(?![a-z])|fetch(?:er)?(?![a-z])|curl(?![a-z])|wget|python|java\/|okhttp|axios|http-?client/i;

/** The model of a phone, which may have any name. */
const PHONE = /\bAndroid [\d.]+;(?: [a-z]{2}-[a-z]{2};)?[^;)]+/i;

type Headers = Record<string, string | string[] | undefined>;

/** Whether a person looks at the page and hasn't opted out of tracking. */
export function isWelcome(headers: Headers, { respectDoNotTrack }: { respectDoNotTrack: boolean }): boolean {
	const userAgent = String(headers['user-agent'] ?? '').replace(PHONE, '');
	if (userAgent === '' || BOT.test(userAgent)) return false;
	if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`)) return false;
	return !respectDoNotTrack || (headers.dnt !== '1' && headers['sec-gpc'] !== '1');
}
