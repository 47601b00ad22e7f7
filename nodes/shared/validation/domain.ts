import ipaddr from 'ipaddr.js';
import tlds from 'tlds';

import { quoted, parseUrl, textCheck, type Refuse } from './primitives';
import { andThen, valid, type ValidationResult } from './result';

const MAX_HOST = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const IS_IP_ADDRESS = 'is an IP address, not a domain';

/** A host name with at least one dot, to its lower-case ASCII form. `refuse` says what is wrong with the text that holds it. */
export function checkHost(host: string, refuse: Refuse): ValidationResult<string> {
	if (/\s/.test(host)) return refuse('has a space in it; a domain has none');
	if (/[,;]/.test(host)) return refuse('is more than one domain', 'Use one domain per item.');
	if (/^[\w-]+$/.test(host))
		return refuse('is a single word, not a whole domain', 'Add the ending, such as acme.com for acme.');
	// Lower-case ASCII, without the trailing dot.
	const url = /[%:[\]@/\\?#]/.test(host) ? undefined : parseUrl(`http://${host}`);
	const ascii = url?.hostname.replace(/\.$/, '');
	if (!ascii) return refuse('is not a domain');
	// The URL parser has made four decimal numbers of every form of an address. ipaddr.js throws inside for names, which is slow.
	if (/^[\d.]+$/.test(ascii) && ipaddr.isValid(ascii)) return refuse(IS_IP_ADDRESS);
	if (!ascii.includes('.')) return refuse('is not a domain: it has no ending');
	if (ascii.length > MAX_HOST) return refuse(`is longer than ${MAX_HOST} characters`);
	const labels = ascii.split('.');
	const wrong = labels.find((label) => !LABEL.test(label));
	if (wrong !== undefined) return refuse(`is not a domain: ${labelProblem(wrong)}`);
	const top = labels.at(-1) ?? '';
	if (!TOP_LABEL.test(top)) return refuse(`is not a domain: nothing ends in ".${top}"`);
	const hint = `${quoted(ascii)} has an underscore, which domains of websites rarely have.`;
	return valid(ascii, ascii.includes('_') && hint);
}

function labelProblem(label: string): string {
	if (label === '') return 'a part between dots is empty';
	if (label.length > 63) return 'a part between dots is longer than 63 characters';
	if (/^[a-z0-9_-]+$/.test(label)) return `the part "${label}" begins or ends with a hyphen`;
	return `the part "${label}" has a character that domains do not have`;
}

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

/** Why a well-formed domain may belong to no company. Lists of endings age, so these are never refused. */
function domainHints(domain: string): string[] {
	const labels = domain.split('.');
	const ending = labels.at(-1) ?? '';
	if (PRIVATE_ENDINGS.has(ending)) {
		return [`${quoted(domain)} is not on the internet: ".${ending}" is for private networks and tests.`];
	}
	// An ending in Punycode is not looked up: nobody mistypes one.
	if (!PUBLIC_ENDINGS.has(ending) && !ending.startsWith('xn--')) {
		return [`${quoted(domain)} may not exist: ".${ending}" is not a known ending. Check the spelling.`];
	}
	// Also below one, e.g. mail.gmail.com.
	if (labels.some((_, index) => isFreeMail(labels.slice(index).join('.')))) {
		return [`${quoted(domain)} is an email provider. Use the company's own domain.`];
	}
	return [];
}

const MAX_INPUT = 2048;

/**
 * `domain` (docs/api.md, Create a radar): protocol, `www`, port, path and query are taken off, as the service does, and an
 * international name is sent in its ASCII form.
 */
export const checkDomain = textCheck('Use the domain of the website, such as acme.com.', (text, refuse) => {
	if (text.length > MAX_INPUT) return refuse('is too long for a domain');
	const scheme = /^([a-z][a-z0-9+.-]*:)?[/\\]{2}/i.exec(text)?.[0] ?? '';
	const [authority = ''] = text.slice(scheme.length).split(/[/\\?#]/, 1);
	const at = authority.lastIndexOf('@');
	if (at >= 0 && scheme === '') {
		return refuse(
			'is an email address, not a domain',
			'Use the part after the @ sign, if the company owns it.',
		);
	}
	const host = authority.slice(at + 1);
	if (host.startsWith('[') || ipaddr.IPv6.isValid(host)) return refuse(IS_IP_ADDRESS);
	const name = host.replace(/:\d*$/, '').replace(/^(www\.)+(?=.*[^.]\.[^.])/i, '');
	return andThen(checkHost(name, refuse), (domain) => {
		const isWww = domain.startsWith('www.');
		const hint = isWww && `The service may remove www from ${domain} and find no domain.`;
		return valid(domain, hint, ...domainHints(domain));
	});
});
