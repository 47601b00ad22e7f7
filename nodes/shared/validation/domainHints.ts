import { parse } from 'tldts';

import { quoted } from './primitives';

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

const RULES = { allowPrivateDomains: false, extractHostname: false, validateHostname: false };

export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain);

/** Why a well-formed domain may belong to no company. Lists of endings age, so these are never refused. */
export function domainHints(domain: string): string[] {
	const ending = domain.slice(domain.lastIndexOf('.') + 1);
	if (PRIVATE_ENDINGS.has(ending)) {
		return [`${quoted(domain)} is not on the internet: ".${ending}" is for private networks and tests.`];
	}
	const { isIcann, domain: registered } = parse(domain, RULES);
	if (isIcann !== true) {
		return [`${quoted(domain)} may not exist: ".${ending}" is not a known ending. Check the spelling.`];
	}
	if (registered === null) {
		return [`${quoted(domain)} is only an ending. Add the company name.`];
	}
	if (isFreeMail(registered)) {
		return [`${quoted(domain)} is an email provider. Use the company's own domain.`];
	}
	return [];
}
