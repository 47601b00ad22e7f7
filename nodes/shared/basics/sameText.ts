import { parseUrl } from './parseUrl';
import { normalizeText } from './plainText';

/** The same for texts that look alike or that the service may normalize: blanks, composed and invisible characters. */
export const sameText = (value: unknown): string =>
	normalizeText(String(value ?? ''))
		.text.normalize('NFKC')
		.replace(/\s+/g, ' ');

/** The same for texts that differ at most in case, and for URLs with and without a slash at the end. */
export const sameWords = (value: unknown): string => sameText(value).toLowerCase().replace(/\/+$/, '');

/** Ignores protocol, `www`, path, query and port, which the service normalizes away. International names are compared in ASCII. */
export function sameHost(value: unknown): string {
	const name = sameText(value)
		.toLowerCase()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
		.replace(/[/?#:].*$/, '')
		.replace(/\.$/, '');
	const ascii = parseUrl(`http://${name}`)?.hostname ?? name;
	return ascii.replace(/^www\./, '');
}

export const sameUrl = (value: unknown): string => parseUrl(sameText(value))?.href ?? sameText(value);

/** The same for webhook URLs with the same receiver: their query doesn't count, since triggers put a secret there. */
export function sameReceiver(value: unknown): string {
	const url = parseUrl(sameText(value));
	return url ? url.origin + url.pathname.replace(/\/$/, '') : sameText(value);
}
