import ipaddr from 'ipaddr.js';
import { domainHints } from './domainHints';
import { checkHost, DOMAIN_FIX, ipRefused } from './host';
import { checkText, quoted } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

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
