import ipaddr from 'ipaddr.js';
import { quoted } from './primitives';
import { parseUrl } from './parseUrl';
import { invalid, valid, type ValidationResult } from './result';

export const DOMAIN_FIX = 'Use the domain of the website, such as acme.com.';
const MAX_HOST = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const TOP_LABEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** A host name with at least one dot, to its lower-case ASCII form. `whole` is what a message shows. */
export function checkHost(host: string, whole: string): ValidationResult<string> {
	if (/\s/.test(host)) return invalid(`${quoted(whole)} has a space in it; a domain has none.`, DOMAIN_FIX);
	if (/[,;]/.test(host))
		return invalid(`${quoted(whole)} is more than one domain.`, 'Use one domain an item.');
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

export const ipRefused = (whole: string) =>
	invalid(`${quoted(whole)} is an IP address, not a domain.`, DOMAIN_FIX);
