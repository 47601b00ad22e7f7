import { checkHost } from './domain';
import { checkText, quoted, parseUrl } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** Whose page: company radars take company and school pages, contact radars take persons' pages. */
type ProfileKind = 'company' | 'person';

const PAGES = { company: ['company', 'school'], person: ['in'] } as const;

const FIXES = {
	company: 'Use the company or school page, such as https://network.example/company/acme.',
	person: "Use the person's page, such as https://network.example/in/jane-doe.",
} as const;

/** What the first part of a path tells of a page that is not the one asked for. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
	company: 'is a company page, not the page of a person',
	school: 'is a school page, not the page of a person',
	in: 'is the page of a person, not of a company',
	pub: "is an old /pub/ page, which isn't accepted",
};

/**
 * `profile_url` of a professional network (docs/api.md, Create a radar): `https://{host}/company/<slug>` or `/school/<slug>` for
 * companies, a path that starts with `/in/` for persons. Query, fragment and a trailing slash are taken off.
 */
export function checkProfileUrl(value: unknown, kind: ProfileKind): ValidationResult<string> {
	const fix = FIXES[kind];
	const text = checkText(value, fix);
	if (!text.ok) return text;
	const url = parse(text.value);
	const host = checkHost(url?.hostname ?? '', text.value);
	if (!url || !host.ok) return invalid(`${quoted(text.value)} isn't a page URL.`, fix);

	const [page = '', slug, ...rest] = url.pathname.split('/').filter((part) => part !== '');
	const known = page.toLowerCase();
	if (!PAGES[kind].some((expected) => expected === known)) {
		return invalid(`${quoted(text.value)} ${OTHER_PAGES[known] ?? `is not a ${kind} page`}.`, fix);
	}
	if (slug === undefined) return invalid(`${quoted(text.value)} doesn't say which ${kind}.`, fix);

	const hints = [...host.hints];
	if (url.protocol === 'http:') hints.push('The profile URL is sent with https instead of http.');
	const path = [known, slug, ...(kind === 'person' ? rest : [])].join('/');
	const port = url.port === '' ? '' : `:${url.port}`;
	const sent = `https://${host.value}${port}/${path}`;
	if (port !== '') hints.push(`The profile URL has a port, ${url.port} and may be rejected.`);
	if (kind === 'company' && rest.length > 0)
		hints.push(`The profile URL is sent without its last part: ${sent}.`);
	return valid(sent, ...hints);
}

/** An http(s) URL without a user; text without a protocol is read as https. */
function parse(text: string): URL | undefined {
	if (/\s/.test(text)) return undefined;
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
	if (!/^https?:\/\/[^/\\]/i.test(absolute)) return undefined;
	const url = parseUrl(absolute);
	return url?.username === '' && url.password === '' ? url : undefined;
}
