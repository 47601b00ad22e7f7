import ipaddr from 'ipaddr.js';
import tlds from 'tlds';

import { quoted, parseUrl, checkText } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

const DOMAIN_FIX = 'Use the domain of the website, such as acme.com.';
const MAX_HOST = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** A host name with at least one dot, to its lower-case ASCII form. `whole` is what a message shows. */
export function checkHost(host: string, whole: string): ValidationResult<string> {
	if (/\s/.test(host)) return invalid(`${quoted(whole)} has a space in it; a domain has none.`, DOMAIN_FIX);
	if (/[,;]/.test(host))
		return invalid(`${quoted(whole)} is more than one domain.`, 'Use one domain per item.');
	if (/^[\w-]+$/.test(host)) {
		return invalid(
			`${quoted(whole)} is a single word, not a whole domain.`,
			'Add the ending, such as acme.com for acme.',
		);
	}
	const ascii = asciiHost(host);
	if (ascii === undefined || ascii === '') return invalid(`${quoted(whole)} is not a domain.`, DOMAIN_FIX);
	// The URL parser has made four decimal numbers of every form of an address. ipaddr.js throws inside for names, which is slow.
	if (/^[\d.]+$/.test(ascii) && ipaddr.isValid(ascii)) return ipRefused(whole);
	if (!ascii.includes('.')) return invalid(`${quoted(whole)} is not a domain: it has no ending.`, DOMAIN_FIX);
	if (ascii.length > MAX_HOST)
		return invalid(`${quoted(whole)} is longer than ${MAX_HOST} characters.`, DOMAIN_FIX);
	const labels = ascii.split('.');
	const wrong = labels.find((label) => !LABEL.test(label));
	if (wrong !== undefined)
		return invalid(`${quoted(whole)} is not a domain: ${labelProblem(wrong)}.`, DOMAIN_FIX);
	const top = labels.at(-1) ?? '';
	if (!TOP_LABEL.test(top))
		return invalid(`${quoted(whole)} is not a domain: nothing ends in ".${top}".`, DOMAIN_FIX);
	if (ascii.includes('_'))
		return valid(ascii, `${quoted(ascii)} has an underscore, which domains of websites rarely have.`);
	return valid(ascii);
}

/** Lower-case ASCII form, without the trailing dot; undefined where there is none. */
function asciiHost(host: string): string | undefined {
	if (/[%:[\]@/\\?#]/.test(host)) return undefined;
	return parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '');
}

function labelProblem(label: string): string {
	if (label === '') return 'a part between dots is empty';
	if (label.length > 63) return 'a part between dots is longer than 63 characters';
	if (/^[a-z0-9_-]+$/.test(label)) return `the part "${label}" begins or ends with a hyphen`;
	return `the part "${label}" has a character that domains do not have`;
}

const ipRefused = (whole: string) => invalid(`${quoted(whole)} is an IP address, not a domain.`, DOMAIN_FIX);

/** RFC 6761, RFC 6762 and RFC 9476, and names that are used inside of companies. */
const PRIVATE_ENDINGS: ReadonlySet<string> = new Set(
	'alt corp example home internal invalid lan local localdomain localhost onion private test'.split(' '),
);

/** Domains of addresses that anybody can have. */
const FREE_MAIL: ReadonlySet<string> = new Set(
	(
		'126.com 163.com aol.com duck.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com ' +
		'hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru me.com ' +
		'msn.com naver.com orange.fr outlook.com outlook.de pm.me proton.me protonmail.com qq.com t-online.de tuta.com tutanota.com ' +
		'wanadoo.fr web.de yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com'
	).split(' '),
);

export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain);

const PUBLIC_ENDINGS: ReadonlySet<string> = new Set(tlds);

/** An ending in Punycode is not looked up: nobody mistypes one. */
const isPublic = (ending: string): boolean => PUBLIC_ENDINGS.has(ending) || ending.startsWith('xn--');

/** The domain and those above it, e.g. mail.gmail.com and gmail.com. */
const withParents = (domain: string): string[] => {
	const labels = domain.split('.');
	return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
};

/** Why a well-formed domain may belong to no company. Lists of endings age, so these are never refused. */
function domainHints(domain: string): string[] {
	const ending = domain.slice(domain.lastIndexOf('.') + 1);
	if (PRIVATE_ENDINGS.has(ending)) {
		return [`${quoted(domain)} is not on the internet: ".${ending}" is for private networks and tests.`];
	}
	if (!isPublic(ending)) {
		return [`${quoted(domain)} may not exist: ".${ending}" is not a known ending. Check the spelling.`];
	}
	if (withParents(domain).some(isFreeMail)) {
		return [`${quoted(domain)} is an email provider. Use the company's own domain.`];
	}
	return [];
}

const MAX_INPUT = 2048;

/**
 * `domain` (docs/api.md, Create a radar): protocol, `www`, port, path and query are taken off, as the service does, and an
 * international name is sent in its ASCII form.
 */
export function checkDomain(value: unknown): ValidationResult<string> {
	const text = checkText(value, DOMAIN_FIX);
	if (!text.ok) return text;
	if (text.value.length > MAX_INPUT)
		return invalid(`${quoted(text.value)} is too long for a domain.`, DOMAIN_FIX);

	const scheme = /^([a-z][a-z0-9+.-]*:)?[/\\]{2}/i.exec(text.value)?.[0] ?? '';
	const [authority = ''] = text.value.slice(scheme.length).split(/[/\\?#]/, 1);
	const at = authority.lastIndexOf('@');
	if (at >= 0 && scheme === '') {
		return invalid(
			`${quoted(text.value)} is an email address, not a domain.`,
			'Use the part after the @ sign, if the company owns it.',
		);
	}
	const host = authority.slice(at + 1);
	if (host.startsWith('[') || ipaddr.IPv6.isValid(host)) return ipRefused(text.value);
	const name = host.replace(/:\d*$/, '').replace(/^(www\.)+(?=.*[^.]\.[^.])/i, '');
	const domain = checkHost(name, text.value);
	if (!domain.ok) return domain;
	const hints = [...domain.hints, ...domainHints(domain.value)];
	if (!/^www\./.test(domain.value)) return valid(domain.value, ...hints);
	return valid(domain.value, `The service may remove www from ${domain.value} and find no domain.`, ...hints);
}
