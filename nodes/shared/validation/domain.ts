import ipaddr from 'ipaddr.js';
import tlds from 'tlds';

import { domainInWords } from '../basics/inWords';
import { parseUrl } from '../basics/values';
import { quoted } from '../basics/plainText';
import { repeatedScheme, SEPARATOR, textCheck, type Refuse } from './primitives';
import PAGE_HOSTS from './pageHosts.json';
import { andThen, invalid, valid, withNotes, type ValidationResult } from './result';

const MAX_HOST = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const IS_IP_ADDRESS = 'is an IP address, not a domain';

/**
 * Checks a host name with at least one dot, and returns it in lower-case ASCII. `refuse` creates the problem of the text that
 * contains the host.
 */
export function checkHost(host: string, refuse: Refuse): ValidationResult<string> {
	const [, comma] = /^[^\s,;]+([,;])$/.exec(host) ?? [];
	if (comma) return refuse(`ends with a ${comma === ',' ? 'comma' : 'semicolon'}`, 'Remove it.');
	if (SEPARATOR.test(host)) return refuse('is more than one domain', 'Use one domain per item.');
	if (/\s/.test(host)) return refuse('has a space in it; a domain has none');
	if (/^[\w-]+$/.test(host))
		return refuse('is a single word, not a whole domain', 'Add the ending, such as .com in example.com.');
	const unreal = host
		.toLowerCase()
		.split('.')
		.find((label) => label.startsWith('xn--') && strayIn(label) !== undefined);
	if (unreal !== undefined)
		return refuse(`is not a domain: the part "${unreal}" stands for no international name`);
	// Lower-case ASCII, without the trailing dot.
	const url = /[%:[\]@/\\?#]/.test(host) ? undefined : parseUrl(`http://${host}`);
	const ascii = url?.hostname.replace(/\.$/, '');
	if (!ascii) return refuse('is not a domain');
	const labels = ascii.split('.');
	const name = domainInWords(ascii);
	const stray = strayIn(ascii);
	if (stray !== undefined) return refuse(`contains ${quoted(stray)}, which domains can't have`, STRAY_FIX);
	// The URL parser turns every form of an IPv4 address into four decimal numbers. The pattern keeps names away from ipaddr.js,
	// which throws internally and is slow on them.
	if (/^[\d.]+$/.test(ascii) && ipaddr.isValid(ascii)) return refuse(IS_IP_ADDRESS);
	if (!ascii.includes('.')) return refuse('is not a domain: it has no ending');
	if (ascii.length > MAX_HOST) return refuse(`is longer than ${MAX_HOST} characters`);
	if (!labels.every((label) => LABEL.test(label))) return refuse('is not a domain');
	const top = labels.at(-1) ?? '';
	if (!TOP_LABEL.test(top)) return refuse(`is not a domain: nothing ends in ".${top}"`);
	return valid(
		ascii,
		ascii.includes('_') && `${quoted(name)} has an underscore, which domains of websites rarely have.`,
		UNUSUAL_IN_NAMES.test(name) && `${quoted(name)} has a symbol, which company domains rarely have.`,
		name !== ascii &&
			TWO_SCRIPTS.test(name) &&
			`${quoted(name)} mixes letters of two alphabets that look alike. Type it again.`,
	);
}

const STRAY_FIX = 'Remove it, or use the plain character, such as a hyphen instead of a dash.';

/** URL parsers accept typographic dashes, quotes and bullets, too. */
const NOT_IN_NAMES = /(?!\u200c|\u200d)[^\p{L}\p{M}\p{N}\p{S}\u00b7\u30fb._-]/u;

/** The first character of a host name in ASCII that domains can't have. */
export const strayIn = (ascii: string): string | undefined => NOT_IN_NAMES.exec(domainInWords(ascii))?.[0];

/** A raised dot belongs only between two letters l, in Catalan. */
const UNUSUAL_IN_NAMES = /\p{S}|(?<!l)\u00b7|\u00b7(?!l)/u;

/** A label with letters of alphabets that look alike, such as a Cyrillic a in a Latin word. No registry has one. */
const TWO_SCRIPTS =
	/(?:\p{Script=Latin}[^.]*[\p{Script=Cyrillic}\p{Script=Greek}])|(?:[\p{Script=Cyrillic}\p{Script=Greek}][^.]*\p{Script=Latin})/u;

/** RFC 6761, RFC 6762, RFC 8375 and RFC 9476, and names that are used inside of companies. */
const PRIVATE_ENDINGS: ReadonlySet<string> = new Set(
	'alt arpa corp example home internal intranet invalid lan local localdomain localhost onion private test'.split(
		' ',
	),
);

const lastLabelOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** Whether the ending is for private networks, examples and tests. */
export const isPrivateHost = (domain: string): boolean => PRIVATE_ENDINGS.has(lastLabelOf(domain));

/** Endings that a registry has, in ASCII. Created with the first domain, so that n8n starts faster. */
let publicEndings: ReadonlySet<string> | undefined;

function isPublic(ending: string): boolean {
	publicEndings ??= new Set(tlds.map((tld) => parseUrl(`http://a.${tld}`)?.hostname.slice(2) ?? tld));
	return publicEndings.has(ending);
}

export interface DomainContext {
	/** The service runs on this machine, so endings for examples and tests are right. */
	serviceIsLoopback: boolean;
}

/** Rejects a host that can't be on the internet: its radar would find nothing, but be charged. */
export function checkExists(domain: string, context: DomainContext): ValidationResult<string> {
	const ending = lastLabelOf(domain);
	if (isPrivateHost(domain)) {
		const reason = `${quoted(domainInWords(domain))} is not on the internet: ".${ending}" is for private networks and tests.`;
		if (context.serviceIsLoopback)
			return withNotes(valid(domain), !/\.(example|test)$/.test(domain) && reason);
		return invalid(reason, "Use the company's domain on the internet.");
	}
	if (isPublic(ending)) return valid(domain);
	// The list of endings gets old.
	return valid(
		domain,
		`${quoted(domainInWords(domain))} may not exist: ".${domainInWords(ending)}" isn't a known ending of domains.`,
	);
}

/** Email providers where anyone can get an address, but not those whose companies people monitor, such as zoho.com. */
const FREE_MAIL: ReadonlySet<string> = new Set(
	(
		'126.com 163.com aol.com arcor.de bk.ru bluewin.ch duck.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com ' +
		'gmx.de gmx.fr gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com ' +
		'inbox.ru laposte.net libero.it list.ru live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org me.com msn.com ' +
		'naver.com outlook.com outlook.de outlook.es outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com ' +
		't-online.de tuta.com tutanota.com wanadoo.fr web.de yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br ' +
		'yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru ymail.com'
	).split(' '),
);

export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain);

/** Domains of forms and templates that nobody filled in. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
	(
		'company.com domain.com email.com mycompany.com mydomain.com none.com test.com ' +
		'website.com yourcompany.com yourdomain.com yourwebsite.com'
	).split(' '),
);

export const isPlaceholder = (domain: string): boolean => PLACEHOLDERS.has(domain);

const MAX_INPUT = 2048;

/** The paths of companies and persons on a network, with or without a language. Other sites have such paths, too. */
const PROFILE_PATH =
	/^\/*(?:[a-z]{2}(?:-[a-z]{2})?\/|sales\/)?(?:compan(?:y|ies)|school|org|organi[sz]ations?|showcase|profiles?|pub)\/([^/?#]+)/i;

/** A person's page. The slug needs a hyphen, since `in` is also a country: `samsung.com/in/tvs/`. */
const PERSON_PATH = /^\/*in\/([a-z]+-[a-z\d-]+)\/?(?:[?#]|$)/i;

/** Pages that a company has on its own site, and language codes. */
const OWN_PAGE =
	/^(?:[a-z]{2}([-_][a-z]{2,4})?|(?:about|career|contact|culture|customer|event|index|join|life|news|our|press|resource|who|why|work)[\w-]*|awards?|apply|blog|board.*|default|facts.*|history|home|innovation|investors?|jobs?|key-.*|leadership|legal|locations?|management.*|mission.*|offices?|overview|partners?|people|philosophy|privacy.*|profile|responsibility|security|strategy|structure|sustainability|team|terms.*|tos|trust|values|vision.*)(?:\.(?:aspx?|html?|jsp))?$/i;

/** Hosts of the company that a network belongs to. */
const OWN_HOST =
	/^(?:about|blog|careers?|corporate|developers?|engineering|investors?|ir|jobs|newsroom|press)\./;

/** Whether the path names no page, or one that a company has on its own site. */
function isOwn(path: string): boolean {
	const [page = ''] = path.split(/[?#]/, 1);
	return page.split(/[/\\]/).every((part) => part === '' || OWN_PAGE.test(part));
}

/** What a page of a kind of host is, after its URL. */
const OF_KIND: Readonly<Record<keyof typeof PAGE_HOSTS, string>> = {
	link: 'is a short link. Use the domain that it leads to.',
	wrapper: 'leads to another site. Use the domain of that site.',
	network: "is an account on a network. Use the company's own domain.",
	directory: "is an entry in a directory. Use the company's own domain.",
	store: "is a page of a marketplace. Use the company's own domain.",
	jobs: "is a page of a job board. Use the company's own domain.",
	document: "is on a site where anyone can have pages. Use the company's own domain.",
};

type PageKind = keyof typeof PAGE_HOSTS;

/** The kinds of pages below a host, with the start of their paths. Created with the first domain, so that n8n starts faster. */
let pageHosts: ReadonlyMap<string, Array<{ start: string; kind: PageKind }>> | undefined;

function readPageHosts() {
	const hosts = new Map<string, Array<{ start: string; kind: PageKind }>>();
	for (const kind of Object.keys(PAGE_HOSTS) as PageKind[]) {
		for (const entry of PAGE_HOSTS[kind]) {
			const [, host = '', start = ''] = /^([^/]+)(.*)$/.exec(entry) ?? [];
			hosts.set(host, [...(hosts.get(host) ?? []), { start, kind }]);
		}
	}
	return hosts;
}

/** The host, and those above it, also without their country: `de.yelp.co.uk`, `yelp.co.uk`, `yelp.*`. */
function* hostsAbove(host: string): Generator<string> {
	for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
		yield rest;
		if (/^[^.]+\.(?:com?\.)?[a-z]{2,3}$/.test(rest)) yield `${rest.slice(0, rest.indexOf('.'))}.*`;
	}
}

/** The kind of page that others have on the host. Links and wrappers are never a company's site. */
function kindOfPage(domain: string, path: string): PageKind | undefined {
	pageHosts ??= readPageHosts();
	for (const host of hostsAbove(domain)) {
		const found = pageHosts.get(host)?.find(({ start }) => path.startsWith(start));
		if (!found) continue;
		if (found.kind === 'link' || found.kind === 'wrapper') return found.kind;
		const isOfOwner = isOwn(path) || (host !== domain && OWN_HOST.test(domain));
		return isOfOwner ? undefined : found.kind;
	}
	return undefined;
}

/** Parameters that say where a visitor came from. */
const REFERRER = /([?&#;])(?:utm_\w+|ref(?:err?er)?|source|src|via)=[^&#]*/gi;

/** A URL inside the path or query of another one: as it is, percent-encoded, or as mail filters write it. */
const INNER_URL =
	/(?:https?(?::|-3a|%(?:25)*3a)(?:\/|_|%(?:25)*2f)*|[?&](?:url|u|link|target|dest|destination|redirect)=)(?:www\.)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/iu;

/** The other site that a URL leads to. */
function innerSite(domain: string, path: string): string | undefined {
	const [, found] = INNER_URL.exec(path.replace(REFERRER, '$1')) ?? [];
	const inner = found?.toLowerCase();
	if (inner === undefined || `.${domain}`.endsWith(`.${inner}`) || inner.endsWith(`.${domain}`))
		return undefined;
	return inner;
}

/** An account on a network: `network.example/@acme`. */
const ACCOUNT = /^[/\\]+@[^/\\?#]/;

/** The last part of a short link: `/3xAbC9d`. */
const SHORT_LINK = /^[^.]{1,4}\.[a-z]{2,3}\/(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[\w-]{5,12}$/;

/** A host for mail, or a mistyped www or protocol, in front of a domain. */
const NO_WEBSITE =
	/^(?:e?mail\d*|webmail|smtp\d*|imap\d*|pop3?|mx\d*|mta\d*|autodiscover|w|ww|w{4,}|https?)\.(?!(?:com?|org|net|ac|edu|gov)\.[a-z]{2}$)[^.]+\./;

/** Why a URL may not be the company's own site. */
function doubtOf(domain: string, path: string): string | false {
	if (domain.startsWith('www.'))
		return `The service may remove www from ${domainInWords(domain)} and find no domain.`;
	if (isFreeMail(domain)) return `${quoted(domain)} is an email provider. Use the company's own domain.`;
	if (isPlaceholder(domain)) return `${quoted(domain)} is a placeholder. Use the company's own domain.`;
	if (NO_WEBSITE.test(domain))
		return `${quoted(domainInWords(domain))} is a host for mail, or has a mistyped www. Use ${domainInWords(domain.slice(domain.indexOf('.') + 1))}.`;
	const url = () => quoted(`${domainInWords(domain)}${path}`);
	const inner = path !== '' && innerSite(domain, path);
	if (inner) return `${url()} leads to another site. Use its domain, ${domainInWords(inner)}.`;
	const kind = kindOfPage(domain, path);
	if (kind !== undefined) return `${url()} ${OF_KIND[kind]}`;
	if (path === '') return false;
	if (SHORT_LINK.test(`${domain}${path}`)) return `${url()} ${OF_KIND.link}`;
	if (ACCOUNT.test(path)) return `${url()} ${OF_KIND.network}`;
	const [, slug] = PROFILE_PATH.exec(path) ?? PERSON_PATH.exec(path) ?? [];
	return (
		slug !== undefined &&
		!OWN_PAGE.test(slug) &&
		`Is ${domainInWords(domain)} the company's own site? If so, enter only the domain. If ${url()} is a profile, use Profile URL.`
	);
}

const STUCK_FIX = 'Use one of them. If you dragged a column into the field, remove what was there before.';

/** Two values without a separator: `acme.examplehttps://www.acme.example`, `acme.examplewww.acme.example`, `acme.exampleacme.example`. */
const TWO_IN_ONE =
	/^(?:[a-z][a-z0-9+-]*:\/\/)?[^/?#:]+\.[^/?#:]*https?:\/\/|\.[a-z]{2,6}www\.|^([^/?#]+\.[a-z]{2,6})\1(?:[/?#]|$)/i;

/**
 * `domain` (docs/contributing/api.md, Create a radar). Removes the port, and like the service, the protocol, `www`, path and
 * query. International names are sent in ASCII.
 */
export const checkDomain = textCheck(
	'Use the domain of the website, such as example.com.',
	(text, refuse, context: DomainContext) => {
		if (text.length > MAX_INPUT) return refuse('is too long for a domain');
		if (TWO_IN_ONE.test(text)) return refuse('is two values in one', STUCK_FIX);
		const twice = repeatedScheme(text);
		if (twice) return refuse(twice, 'Remove one of them.');
		const scheme = /^([a-z][a-z0-9+.-]*:)?[/\\]{2}/i.exec(text)?.[0] ?? '';
		const [authority = ''] = text.slice(scheme.length).split(/[/\\?#]/, 1);
		const path = text.slice(scheme.length + authority.length);
		const at = authority.lastIndexOf('@');
		if (at >= 0 && scheme === '') {
			return refuse(
				'is an email address, not a domain',
				'Use the part after the @ sign, if the company owns it.',
			);
		}
		const host = authority.slice(at + 1);
		if (ipaddr.IPv6.isValid(host.replace(/^\[|\](:\d*)?$/g, ''))) return refuse(IS_IP_ADDRESS);
		const name = host.replace(/:\d*$/, '').replace(/^(www\.)+(?=.*[^.]\.[^.])/i, '');
		const checked = andThen(checkHost(name, refuse), (domain) => checkExists(domain, context));
		return andThen(checked, (domain) => valid(domain, doubtOf(domain, path)));
	},
);
