import { type Refusal, invalid, valid, type ValidationResult } from '../../values/basics/refusal';
import { isLoopbackHost, parseUrl } from '../../values/basics/values';
import { classifyValue, REMOVE_ONE, repeatedScheme } from '../../values/rules/primitives';

const ENTER_WHOLE = 'Enter the whole address of the service, e.g. https://api.example.com.';

export const problemsInWords = (problems: readonly Refusal[]): string =>
	problems.map(({ what, todo }) => `${what} ${todo}`).join(' ');

const HOST_WITHOUT_SCHEME = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/;

/**
 * Checks the Base URL of the credential, and removes trailing slashes and everything from `/v1` on, so that paths can be
 * appended. Without a protocol, it's https. Plain http is only accepted for loopback hosts.
 */
export function checkBaseUrl(value: unknown): ValidationResult<string> {
	const given = classifyValue(value);
	const typed = given.kind === 'text' ? given.text : '';
	if (typed === '') {
		return invalid('The Base URL is empty.', ENTER_WHOLE);
	}
	const twice = repeatedScheme(typed);
	if (twice) return invalid(`The Base URL ${twice}.`, REMOVE_ONE);
	const text = HOST_WITHOUT_SCHEME.test(typed) ? `https://${typed}` : typed;
	const url = parseUrl(text);
	if (!url || url.hostname === '') {
		return invalid('The Base URL is not a web address.', ENTER_WHOLE);
	}
	if (url.username !== '' || url.password !== '') {
		return invalid(
			'The Base URL contains a user name or a password.',
			'Remove everything between // and the host name, and enter the key under API Key.',
		);
	}
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		return invalid(
			'The Base URL has a part after ? or #.',
			'Remove the question mark or the hash sign and everything after it.',
		);
	}
	// Without TLS, the key must not leave this computer.
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
		return invalid(
			'The Base URL does not start with https.',
			'Enter the https address of the service. Without https, others could read the key.',
		);
	}
	const path = url.pathname.replace(/\/v1(\/.*)?$/, '').replace(/\/+$/, '');
	return valid(`${url.origin}${path}`);
}
