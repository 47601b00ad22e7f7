import { checkExists, checkHost, type DomainContext } from './domain';
import { domainInWords } from '../basics/inWords';
import { attempt, parseUrl } from '../basics/values';
import { type Refuse, repeatedScheme, textCheck, unresolvedIn } from './primitives';
import { andThen, valid, withNotes, type ValidationResult } from './result';
import { doubtAbout } from '../signs/find';

/** Whose page: company radars take company and school pages, contact radars take persons' pages. */
type ProfileKind = 'company' | 'person';

const PAGES = { company: ['company', 'school'], person: ['in'] } as const;

const FIXES = {
	company: 'Use the company or school page, such as https://network.example/company/acme.',
	person: "Use the person's page, such as https://network.example/in/jane-doe.",
} as const;

/** Why a page isn't the one asked for, by the first part of its path. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
	company: 'is a company page, not the page of a person',
	school: 'is a school page, not the page of a person',
	in: 'is the page of a person, not of a company',
	pub: "is an old /pub/ page, which isn't accepted",
};

/** Pages of persons that show the one who looks at them, or that nobody may see. */
const OF_NOBODY = /^(?:me|unavailable)$/i;

const FOLDER = /^(?:[a-z]{2}(?:-[a-z]{2})?|people)$/i;

/** The parts of a page URL of the kind. */
interface ProfilePage {
	url: URL;
	host: string;
	/** The first part of the path, in lower case. */
	folder: string;
	slug: string;
	/** The parts of the path after the slug. */
	rest: string[];
}

function readPage(text: string, kind: ProfileKind, refuse: Refuse): ValidationResult<ProfilePage> {
	const twice = repeatedScheme(text);
	if (twice) return refuse(twice, 'Remove one of them.');
	if (/^[^?#]+https?:\/\//i.test(text)) return refuse('is two values in one', 'Use one of them.');
	const url = parsePage(text);
	if (!url) return refuse("isn't a page URL");
	const [page = '', slug, ...rest] = url.pathname.split('/').filter((part) => part !== '');
	const folder = page.toLowerCase();
	const host = checkHost(url.hostname, () => refuse("isn't a page URL"));
	if (!host.ok) return host;
	if (!PAGES[kind].some((expected) => expected === folder))
		return refuse(OTHER_PAGES[folder] ?? `is not a ${kind} page`);
	if (slug === undefined) return refuse(`doesn't say which ${kind}`);
	if (kind === 'person' && OF_NOBODY.test(slug))
		return refuse(`names no person: "${slug}" is a page for whoever is logged in`);
	return andThen(host, (domain) => valid({ url, host: domain, folder, slug, rest }));
}

/** The URL to send, with what was changed or may be wrong. */
function withoutExtras({ url, host, folder, slug, rest }: ProfilePage, kind: ProfileKind, text: string) {
	const name = attempt(() => decodeURIComponent(slug)) ?? slug;
	const unresolved = unresolvedIn(name);
	if (unresolved) return unresolved;
	// Some networks have the language or a folder in front of the person's own part.
	const isFolder = kind === 'person' && FOLDER.test(slug);
	const path = [folder, slug, ...(isFolder ? rest : [])].join('/');
	const port = url.port === '' ? '' : `:${url.port}`;
	const sent = `https://${host}${port}/${path}`;
	return withNotes(
		valid(sent, doubtAbout('profile', sent), doubtAbout('url', text) || doubtAbout('slug', name)),
		url.protocol === 'http:' && 'The profile URL is sent with https instead of http.',
		!isFolder && rest.length > 0 && `The profile URL is sent without its last part: ${domainInWords(sent)}.`,
	);
}

/**
 * `profile_url` of a professional network (docs/contributing/api.md, Create a radar): `https://{host}/company/<slug>` or
 * `/school/<slug>` for companies, a path that starts with `/in/` for persons. Removes the query, fragment and pages below the profile.
 */
export const checkProfileUrl = (
	value: unknown,
	kind: ProfileKind,
	context: DomainContext,
): ValidationResult<string> =>
	textCheck(FIXES[kind], (text, refuse) =>
		andThen(readPage(text, kind, refuse), (page) =>
			andThen(checkExists(page.host, context), () => withoutExtras(page, kind, text)),
		),
	)(value);

/** An http(s) URL without a user; text without a protocol is read as https. */
function parsePage(text: string): URL | undefined {
	if (/\s/.test(text)) return undefined;
	const absolute = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
	if (!/^https?:\/\/[^/\\]/i.test(absolute)) return undefined;
	const url = parseUrl(absolute);
	return url?.username === '' && url.password === '' ? url : undefined;
}
