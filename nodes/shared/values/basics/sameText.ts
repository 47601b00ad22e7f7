import { parseUrl } from './values';
import { normalizeText } from './inWords';

/** The same for texts that look alike or that the service may normalize: blanks, composed and invisible characters. */
export const sameText = (value: unknown): string =>
	normalizeText(String(value ?? ''))
		.text.normalize('NFKC')
		.replace(/\s+/g, ' ');

const CHECKSUM_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The last three characters of a Salesforce ID: each says which of five others are capitals. */
const checksumOf = (id: string): string =>
	(id.match(/.{5}/g) ?? [])
		.map(
			(five) =>
				CHECKSUM_LETTERS[
					[...five].reduce((sum, letter, at) => sum + (/[A-Z]/.test(letter) ? 2 ** at : 0), 0)
				],
		)
		.join('');

/** The two forms of a Salesforce ID; undefined for other texts. */
const SALESFORCE_ID = /^([a-zA-Z0-9]{15})([a-zA-Z0-9]{3})$/;

/** The same for texts that look alike, and for the forms of a Salesforce ID with 15 and with 18 characters. */
export function sameId(value: unknown): string {
	const text = sameText(value);
	const [, id = '', checksum] = SALESFORCE_ID.exec(text) ?? [];
	return id && checksumOf(id) === checksum ? id : text;
}

/** Whether one is the other with three more characters, as of a Salesforce ID with a wrong checksum. */
export const mayBeSameId = (one: string, other: string): boolean =>
	[
		[one, other],
		[other, one],
	].some(([short = '', long = '']) => SALESFORCE_ID.exec(long)?.[1] === short);

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

/** The host without `www` and without a language: `de.network.example` is `network.example`, but `ab.co.uk` is not `co.uk`. */
const sameSite = (host: string): string =>
	host
		.replace(/^www\.(?=.*\.)/, '')
		.replace(/^[a-z]{2}\.(?!(?:com?|org|net|ac|edu|gov)\.)(?=[^.]+\.[^.]+$)/, '');

/** The parts of a person's page, such as its details. The slug needs a hyphen, and isn't a language. */
const BELOW_PERSON = /^(\/in\/(?![a-z]{2}-[a-z]{2}\/)[^/]*-[^/]*)\/.*/;

/** The same for profile URLs of one page: ignores protocol, `www`, a language, query, case and what is below a person's page. */
export function sameProfile(value: unknown): string {
	const text = sameWords(value);
	const url = parseUrl(text.includes('://') ? text : `https://${text}`);
	if (!url) return text;
	const path = url.pathname.toLowerCase().replace(/\/+$/, '').replace(BELOW_PERSON, '$1');
	return sameSite(url.host) + path;
}

export const sameUrl = (value: unknown): string => parseUrl(sameText(value))?.href ?? sameText(value);

/** The same for webhook URLs with the same receiver: their query doesn't count, since triggers put a secret there. */
export function sameReceiver(value: unknown): string {
	const url = parseUrl(sameText(value));
	return url ? url.origin + url.pathname.replace(/\/$/, '') : sameText(value);
}

/** Whether two webhook URLs have the same receiver. */
export const isSameReceiver = (one: string | undefined, other: string | undefined): boolean =>
	sameReceiver(one) === sameReceiver(other);

/** Initials with dots: "V.P.", "c.e.o". */
const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.)+\p{L}\.?(?![\p{L}\p{N}])/gu;

/** Latin and Greek capitals often lack accents. Most titles are ASCII, which has none. */
const withoutAccents = (text: string): string =>
	/[^\0-\x7f]/.test(text)
		? text
				.normalize('NFD')
				.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
				.normalize('NFC')
		: text;

/** The same for titles of one meaning: case, accents, ß and ss, wide letters, initials, and signs that look alike. */
export const sameTitle = (text: string): string =>
	withoutAccents(sameText(text.replace(/[\u2018\u2019\u201b\u02bc\u2032\u05f3\u00b4`]/g, "'")).toLowerCase())
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/\u0131/g, 'i')
		.replace(/\u00df/g, 'ss')
		.replace(/\u03c2/g, '\u03c3')
		.replace(/\u05f4/g, '"')
		.replace(INITIALS, (letters) => letters.replaceAll('.', ''))
		.trim();
