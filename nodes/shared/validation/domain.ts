import ipaddr from 'ipaddr.js';
import { decode } from 'punycode/';
import tlds from 'tlds';

import { attempt } from '../basics/attempt';
import { parseUrl } from '../basics/parseUrl';
import { quoted } from '../basics/plainText';
import { sameSite } from '../basics/sameText';
import { repeatedScheme, SEPARATOR, textCheck, type Refuse } from './primitives';
import { andThen, invalid, valid, type ValidationResult } from './result';

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
		return refuse('is a single word, not a whole domain', 'Add the ending, such as acme.com for acme.');
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
	const name = nameOf(ascii);
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
		ascii.includes('_') && `${quoted(ascii)} has an underscore, which domains of websites rarely have.`,
		UNUSUAL_IN_NAMES.test(name) && `${quoted(name)} has a symbol, which company domains rarely have.`,
	);
}

/** The ASCII name as people read it. A label is a blank if it stands for nothing: newer versions of Node.js accept any with `xn--`. */
const nameOf = (ascii: string): string =>
	ascii.replace(/(?<![^.])xn--([^.]*)/g, (_, label: string) => attempt(() => decode(label)) || ' ');

const STRAY_FIX = 'Remove it, or use the plain character, such as a hyphen instead of a dash.';

/** URL parsers accept typographic dashes, quotes and bullets, too. */
const NOT_IN_NAMES = /(?!\u200c|\u200d)[^\p{L}\p{M}\p{N}\p{S}\u00b7\u30fb._-]/u;

/** The first character of a host name in ASCII that domains can't have. */
export const strayIn = (ascii: string): string | undefined => NOT_IN_NAMES.exec(nameOf(ascii))?.[0];

/** A raised dot belongs only between two letters l, in Catalan. */
const UNUSUAL_IN_NAMES = /\p{S}|(?<!l)\u00b7|\u00b7(?!l)/u;

/** RFC 6761, RFC 6762, RFC 8375 and RFC 9476, and names that are used inside of companies. */
const PRIVATE_ENDINGS: ReadonlySet<string> = new Set(
	'alt arpa corp example home internal intranet invalid lan local localdomain localhost onion private test'.split(
		' ',
	),
);

const endingOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** Whether the ending is for private networks, examples and tests. */
export const isPrivateHost = (domain: string): boolean => PRIVATE_ENDINGS.has(endingOf(domain));

/** Endings that a registry has, in ASCII. Created with the first domain, so that n8n starts faster. */
let publicEndings: ReadonlySet<string> | undefined;

function isPublic(ending: string): boolean {
	publicEndings ??= new Set(tlds.map((tld) => parseUrl(`http://a.${tld}`)?.hostname.slice(2) ?? tld));
	return publicEndings.has(ending);
}

export interface DomainContext {
	/** The service runs on this machine, so endings for examples and tests are only doubtful. */
	serviceIsLoopback: boolean;
	/** Unknown endings are only doubtful, since the list of known ones gets old. */
	allowUnknownDomains?: boolean;
	/** The pages that the domains of the run point to. */
	pages?: PageHosts;
}

/** Rejects a host that can't be on the internet: its radar would find nothing, but be charged. */
export function checkExists(domain: string, context: DomainContext): ValidationResult<string> {
	const ending = endingOf(domain);
	if (isPrivateHost(domain)) {
		const reason = `${quoted(domain)} is not on the internet: ".${ending}" is for private networks and tests.`;
		if (context.serviceIsLoopback || context.allowUnknownDomains) return valid(domain, reason);
		return invalid(reason, "Use the company's domain on the internet.");
	}
	if (isPublic(ending)) return valid(domain);
	const reason = `${quoted(domain)} does not exist: ".${ending}" is not an ending of domains.`;
	if (context.allowUnknownDomains) return valid(domain, reason);
	return invalid(
		reason,
		"Check the spelling. If the ending is new, turn on 'Allow Unknown Domains' under Options.",
	);
}

/** Email providers where anyone can get an address. */
const FREE_MAIL: ReadonlySet<string> = new Set(
	(
		'126.com 163.com aol.com duck.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com ' +
		'hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru me.com ' +
		'msn.com naver.com orange.fr outlook.com outlook.de pm.me proton.me protonmail.com qq.com t-online.de tuta.com tutanota.com ' +
		'wanadoo.fr web.de yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com'
	).split(' '),
);

export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain);

const MAX_INPUT = 2048;

/** The paths of companies and persons on a network, with or without a language. Other sites have such paths, too. */
const PAGE =
	/^\/*(?:[a-z]{2}(?:-[a-z]{2})?\/|sales\/)?(?:compan(?:y|ies)|school|org|organi[sz]ations?|showcase|profiles?|pub|view)\/([^/?#]+)/i;

/** A person's page. The slug needs a hyphen, since `in` is also a country: `samsung.com/in/tvs/`. */
const PERSON = /^\/*in\/([a-z]+-[a-z\d-]+)\/?$/i;

/** Pages that a company has on its own site, and language codes. */
const OWN_PAGE =
	/^([a-z]{2}([-_][a-z]{2,4})?|about.*|board|careers?|contact.*|culture|default|history|home|index|investors?|jobs?|leadership|legal|locations?|management|mission|news.*|offices?|our-.*|overview|press|sustainability|team|values|who-.*|in)$/i;

/** The slug in the path of a company's or person's page on a network. */
function slugIn(path: string): string | undefined {
	const [, slug] = PAGE.exec(path) ?? PERSON.exec(path) ?? [];
	return slug === undefined || OWN_PAGE.test(slug) ? undefined : slug.toLowerCase();
}

/** The path without slashes at its ends, in lower case; empty for pages that a company has on its own site. */
function pageIn(path: string): string {
	const [page = ''] = path.toLowerCase().split(/[?#]/, 1);
	const parts = page.split(/[/\\]/).filter((part) => part !== '');
	return parts.every((part) => OWN_PAGE.test(part.replace(/\.\w+$/, ''))) ? '' : parts.join('/');
}

/** An account on a network: `network.example/@acme`. */
const ACCOUNT = /^[/\\]+@[^/\\?#]/;

/** The pages that the domains of a run point to. A host with several pages may be a network, not a company. */
export class PageHosts {
	private readonly pages = new Map<string, string>();

	private readonly several = new Set<string>();

	/** Notes a page, and returns whether the host has others of its kind. */
	hasOthers(host: string, kind: 'profile' | 'page', page: string): boolean {
		const pages = `${kind} ${host}`;
		if ((this.pages.get(pages) ?? page) !== page) this.several.add(pages);
		this.pages.set(pages, page);
		return this.several.has(pages);
	}

	/** The number of hosts with several pages so far. */
	get found(): number {
		return this.several.size;
	}
}

/** Asks for the company's own domain if the URL looks like a page on a network, or the run has other pages of the host. */
function checkPage(domain: string, path: string, pages: PageHosts | undefined): ValidationResult<string> {
	if (path === '') return valid(domain);
	// A network may have a host for each language.
	const site = sameSite(domain);
	const url = quoted(`${domain}${path}`);
	const slug = slugIn(path);
	if (slug === undefined) {
		const page = pageIn(path);
		const hasOthers = page !== '' && pages?.hasOthers(site, 'page', page) === true;
		return valid(
			domain,
			ACCOUNT.test(path)
				? `${url} looks like an account on ${domain}. Use the company's own domain.`
				: hasOthers &&
						`Several pages on ${quoted(site)} are given, but only the domain counts. If they belong to different companies, use each company's own domain.`,
		);
	}
	if (pages?.hasOthers(site, 'profile', slug)) {
		return invalid(
			`${url} is a page on ${site}, not the company's own site.`,
			"Use the company's domain. The page itself is a Profile URL.",
		);
	}
	const ask = `Is ${domain} the company's own site? If so, enter only the domain.`;
	return valid(domain, `${ask} If ${url} is a profile, use Profile URL.`);
}

/**
 * `domain` (docs/contributing/api.md, Create a radar). Removes the port, and like the service, the protocol, `www`, path and
 * query. International names are sent in ASCII.
 */
export const checkDomain = textCheck(
	'Use the domain of the website, such as acme.com.',
	(text, refuse, context: DomainContext) => {
		if (text.length > MAX_INPUT) return refuse('is too long for a domain');
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
		return andThen(checked, (domain) =>
			andThen(
				valid(
					domain,
					domain.startsWith('www.') && `The service may remove www from ${domain} and find no domain.`,
					isFreeMail(domain) && `${quoted(domain)} is an email provider. Use the company's own domain.`,
				),
				() => checkPage(domain, path, context.pages),
			),
		);
	},
);
