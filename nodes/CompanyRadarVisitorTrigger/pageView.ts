import { isbot } from 'isbot';

import { isObject, parseJson, parseUrl, attempt } from '../shared/values/basics/values';
import { disarmed, disarmedPath } from '../shared/values/basics/inWords';
import { EVERY_PAGE, FIRST_PAGE } from './fields';

/** As much as browsers send after a page was closed. */
const MAX_VIEW_BYTES = 65_536;
const MAX_TEXT = 200;

const UTM_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** How a visitor was led to the page. */
type Campaign = Record<(typeof UTM_KEYS)[number], string | null>;

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

/** The same for paths of one page, however they're written: `/Über-uns/` and `//%C3%BCber-uns`. */
export function pathKey(path: string): string {
	const sent = parseUrl(`https://website.example${path}`)?.pathname ?? path;
	return (attempt(() => decodeURIComponent(sent)) ?? sent)
		.normalize()
		.toLowerCase()
		.replace(/\/+/g, '/')
		.replace(/(?<=.)\/$/, '');
}

const startPattern = (start: string): string =>
	start
		.replace(/\/$/, '')
		.replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
		.replaceAll('/', '\\/+')
		.replace(/\*+/g, '.*')
		// A bundler may save the script in another encoding.
		.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A pattern for decoded paths in lower case that are one of these or below one. `*` in them stands for any text. */
const pathPattern = (starts: readonly string[]): string =>
	`^(?:${starts.length > 0 ? starts.map(startPattern).join('|') : '(?!)'})(?:\\/|$)`;

/** The first of these that the path is or is below. @param starts as `pathKey` returns them */
export function startOf(path: string, starts: readonly string[]): string | undefined {
	const key = pathKey(path);
	return starts.find((start) => new RegExp(pathPattern([start]), 'i').test(key));
}

interface ScriptSettings {
	/** The choice under Pages. */
	pages: string;
	/** As `pathKey` returns them. */
	pagesThatMatter: readonly string[];
	respectDoNotTrack: boolean;
	waitForConsent: boolean;
}

/** Of the script, and where it sends page views, below the node's webhook ID. */
export const PATH = 'visitor.js';

export const snippetFor = (url: string): string => `<script async src="${url}"></script>`;

const UTM = UTM_KEYS.map((key) => key.slice('utm_'.length)).join('|');

const RESPECT = '||n.doNotTrack==1||n.globalPrivacyControl';

/** Skips pages that don't count, since a request costs n8n a little. n8n looks again. */
function skipped({ pages, pagesThatMatter }: ScriptSettings): string {
	if (pages === EVERY_PAGE) return '';
	const inside = pages === FIRST_PAGE ? 'r==l.host&&' : '';
	return `let q=p;try{q=decodeURIComponent(p)}catch{}if(${inside}!/${pathPattern(pagesThatMatter)}/i.test(q.normalize().toLowerCase()))return;`;
}

/**
 * Runs once in the website and sends each page once, as plain text to avoid a preflight request. It never throws into the page.
 * A prerendered page is sent when it is shown. A hash such as `#/pricing` is part of the path. All scripts of a page share one
 * `companyRadar`: each wraps the function it finds, whose `c` is the visitor's answer, and only true is consent. A visit begins
 * where the visitor agrees. `?n8n_visitor=off` keeps a flag with which nothing is sent from this browser. A browser forgets what it has cached of a URL that it posts to, so views have another one.
 */
export function visitorScript(url: string, settings: ScriptSettings): string {
	const { respectDoNotTrack, waitForConsent } = settings;
	return `try{(a=>{let w=window,d=document,n=navigator,l=location,h=history,x=w.companyRadar,c=typeof x=="function"?x.c:x,t={},i=0,k="n8n_visitor",m=/[?&]n8n_visitor=(on|off)\\b/.exec(l.href)?.[1],g,s,
view=()=>{try{if(c${waitForConsent ? '!==true' : '===false'})return;let p=(l.pathname.replace(/;.*/,"")+l.hash.replace(/[?&=;].*/,"")).replace(/\\/?#!?\\//,"/").replace(/[?#].*/,""),r="",u={},b=s;s=0;if(t[p])return;t[p]=1;try{r=i++?l.host:new URL(d.referrer).host}catch{}if(b&&r==l.host)r="";${skipped(settings)}try{if(m=="off"||localStorage[k])return}catch{}for(let[k,v]of new URLSearchParams(l.search))/^utm_(${UTM})$/i.test(k)&&(u[k]=v);fetch(a+"?v",{method:"POST",body:JSON.stringify({o:l.origin,p,r,u,c:c===true}),mode:"no-cors",keepalive:1}).catch(()=>{})}catch{}},
start=()=>{view();if(w.navigation)navigation.addEventListener("currententrychange",view);else{for(let k of["pushState","replaceState"]){let f=h[k];h[k]=(...z)=>{f.apply(h,z);view()}}addEventListener("popstate",view)}},
go=()=>{g?view():d.prerendering?d.addEventListener("prerenderingchange",go,{once:true}):(g=1,start())},
f=(...v)=>{f.c=c=!v.length||v[0]===true;s=1;if(c)go();if(typeof x=="function")x(...v)};
if(w[a]||n.webdriver${respectDoNotTrack ? RESPECT : ''})return;w[a]=1;f.c=c;w.companyRadar=f;try{m=="on"?delete localStorage[k]:m&&(localStorage[k]=1)}catch{}${waitForConsent ? 'c===true&&' : ''}go()})(${JSON.stringify(url)})}catch{}`;
}
