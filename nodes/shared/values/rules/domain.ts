import ipaddr from 'ipaddr.js';

import { domainInWords, quoted, SEPARATOR } from '../basics/inWords';
import { parseUrl } from '../basics/values';
import { longerThan, REMOVE_ONE, repeatedScheme, textCheck, type Refuse } from './primitives';
import { andThen, invalid, valid, withNotes, type ValidationResult } from '../basics/refusal';
import { lastLabelOf, USE_ONE } from '../signs/domains';
import { doubtAbout } from '../signs/find';

const MAX_HOST = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const NO_DOMAIN = 'is not a domain';
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
		return refuse(`${NO_DOMAIN}: the part "${unreal}" stands for no international name`);
	// Lower-case ASCII, without the trailing dot.
	const url = /[%:[\]@/\\?#]/.test(host) ? undefined : parseUrl(`http://${host}`);
	const ascii = url?.hostname.replace(/\.$/, '');
	if (!ascii) return refuse(NO_DOMAIN);
	const labels = ascii.split('.');
	const name = domainInWords(ascii);
	const stray = strayIn(ascii);
	if (stray !== undefined) return refuse(`contains ${quoted(stray)}, which domains can't have`, STRAY_FIX);
	// The URL parser turns every form of an IPv4 address into four decimal numbers. The pattern keeps names away from ipaddr.js,
	// which throws internally and is slow on them.
	if (/^[\d.]+$/.test(ascii) && ipaddr.isValid(ascii)) return refuse(IS_IP_ADDRESS);
	if (!ascii.includes('.')) return refuse(`${NO_DOMAIN}: it has no ending`);
	if (ascii.length > MAX_HOST) return refuse(longerThan(MAX_HOST));
	if (!labels.every((label) => LABEL.test(label))) return refuse(NO_DOMAIN);
	const top = labels.at(-1) ?? '';
	if (!TOP_LABEL.test(top)) return refuse(`${NO_DOMAIN}: nothing ends in ".${top}"`);
	return valid(ascii, doubtAbout('host', name));
}

const STRAY_FIX = 'Remove it, or use the plain character, such as a hyphen instead of a dash.';

/** URL parsers accept typographic dashes, quotes and bullets, too. */
const NOT_IN_NAMES = /(?!\u200c|\u200d)[^\p{L}\p{M}\p{N}\p{S}\u00b7\u30fb._-]/u;

/** The first character of a host name in ASCII that domains can't have. */
export const strayIn = (ascii: string): string | undefined => NOT_IN_NAMES.exec(domainInWords(ascii))?.[0];

/** RFC 6761, RFC 6762, RFC 8375 and RFC 9476, and names that are used inside of companies. */
const PRIVATE_ENDINGS: ReadonlySet<string> = new Set(
	'alt arpa corp example home internal intranet invalid lan local localdomain localhost onion private test'.split(
		' ',
	),
);

/** Whether the ending is for private networks, examples and tests. */
export const isPrivateHost = (domain: string): boolean => PRIVATE_ENDINGS.has(lastLabelOf(domain));

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
	return valid(domain, doubtAbout('ending', domainInWords(domain)));
}

const MAX_INPUT = 2048;

/** Why a URL may not be the company's own site. */
function doubtOf(domain: string, path: string): string | false {
	const name = domainInWords(domain);
	return doubtAbout('domain', name) || doubtAbout('page', `${name}${path}`);
}

export const TWO_VALUES = 'is two values in one';

/** Two addresses without a separator: `acme.examplehttps://www.acme.example`. */
const TWO_IN_ONE = /^(?:[a-z][a-z0-9+-]*:\/\/)?[^/?#:]+\.[^/?#:]*https?:\/\//i;

/**
 * `domain` (docs/contributing/api.md, Create a radar). Removes the port, and like the service, the protocol, `www`, path and
 * query. International names are sent in ASCII.
 */
export const checkDomain = textCheck(
	'Use the domain of the website, such as example.com.',
	(text, refuse, context: DomainContext) => {
		if (text.length > MAX_INPUT) return refuse('is too long for a domain');
		if (TWO_IN_ONE.test(text)) return refuse(TWO_VALUES, `${USE_ONE}.`);
		const twice = repeatedScheme(text);
		if (twice) return refuse(twice, REMOVE_ONE);
		// Browsers also read `https:/example.com` and `http:example.com`. `http//example.com` is a typo.
		const scheme = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}|^https?(?::[/\\]*|[/\\]{2})/i.exec(text)?.[0] ?? '';
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
