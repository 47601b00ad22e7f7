import { checkProfileUrl as checkProfileUrlIn } from '../../../nodes/shared/validation/profileUrl';
import { doubts, hints, refusal, sent } from './results';

const checkProfileUrl = (value: unknown, kind: 'company' | 'person', more: object = {}) =>
	checkProfileUrlIn(value, kind, { serviceIsLoopback: false, ...more });

describe('profile_url of a company', () => {
	it.each([
		['https://example.com/company/acme', 'https://example.com/company/acme', ''],
		['https://www.example.com/school/acme-college/', 'https://www.example.com/school/acme-college', ''],
		['https://example.com/company/acme?trk=x#about', 'https://example.com/company/acme', ''],
		['example.com/company/acme', 'https://example.com/company/acme', ''],
		['https://Example.COM/Company/Acme', 'https://example.com/company/Acme', ''],
		['https://example.com/company/bücher', 'https://example.com/company/b%C3%BCcher', ''],
		['https://example.com:443/company/acme', 'https://example.com/company/acme', ''],
		['https://example.com./company/acme', 'https://example.com/company/acme', ''],
		['https://example.com:8443/company/acme', 'https://example.com:8443/company/acme', 'has a port'],
		['http://example.com/company/acme', 'https://example.com/company/acme', 'https instead of http'],
		['https://example.com/company/acme/about/', 'https://example.com/company/acme', 'without its last part'],
	])('sends %s as %s', (value, expected, hint) => {
		const result = checkProfileUrl(value, 'company');
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toContain(hint);
		expect(hints(result) === '').toBe(hint === '');
	});

	it.each([
		['https://example.com/in/jane-doe', /page of a person, not of a company/],
		['https://example.com/pub/jane', /old \/pub\/ page/],
		['https://example.com/company/', /doesn't say which company/],
		['https://example.com/showcase/acme', /not a company page/],
		['https://example.com/', /not a company page/],
		['https://example.com/x/company/acme', /not a company page/],
		['company/acme', /isn't a page URL/],
		['acme', /isn't a page URL/],
		['ftp://example.com/company/acme', /isn't a page URL/],
		['https://me:secret@example.com/company/acme', /isn't a page URL/],
		['https://me@example.com/company/acme', /isn't a page URL/],
		['https://:secret@example.com/company/acme', /isn't a page URL/],
		['https:/example.com/company/acme', /isn't a page URL/],
		['https://example.com/company/a cme', /isn't a page URL/],
		['', /empty/],
		[{}, /object/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'company'))).toMatch(reason);
	});
});

describe('profile_url of a person', () => {
	it.each([
		['https://example.com/in/jane-doe', 'https://example.com/in/jane-doe'],
		['https://example.com/in/jane-doe/?trk=x', 'https://example.com/in/jane-doe'],
		['https://example.com/in/de/jane-doe', 'https://example.com/in/de/jane-doe'],
		['https://example.com/in/people/jane-doe', 'https://example.com/in/people/jane-doe'],
		['https://example.com/in/me-myself', 'https://example.com/in/me-myself'],
		['https://example.com/in/jane?from=https://example.com/x', 'https://example.com/in/jane'],
		['de.example.com/in/jane-doe', 'https://de.example.com/in/jane-doe'],
	])('sends %s as %s', (value, expected) => {
		expect(sent(checkProfileUrl(value, 'person'))).toBe(expected);
	});

	it.each(['recent-activity/all/', 'details/experience/', 'edit/intro/', 'de', 'overlay/contact-info?x=1'])(
		'is sent without what is below it, with a note: %s',
		(below) => {
			const result = checkProfileUrl(`https://example.com/in/jane-doe/${below}`, 'person');
			expect(sent(result)).toBe('https://example.com/in/jane-doe');
			expect(doubts(result)).toBe('');
			expect(hints(result)).toBe(
				'The profile URL is sent without its last part: https://example.com/in/jane-doe.',
			);
		},
	);

	it.each([
		['https://example.com/in/me', /for whoever is logged in/],
		['https://example.com/in/Me/details/', /for whoever is logged in/],
		['https://example.com/in/unavailable/', /for whoever is logged in/],
		['https://example.com/in/janehttps://example.com/in/jane', /two values in one/],
		['https://example.com/company/acme', /company page, not the page of a person/],
		['https://example.com/school/acme', /school page, not the page of a person/],
		['https://example.com/pub/jane-doe/1/2/3', /old \/pub\/ page/],
		['https://example.com/in/', /doesn't say which person/],
		['https://example.com/inside/jane', /not a person page/],
	])('refuses %s', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'person'))).toMatch(reason);
	});
});

describe('profile_url on a host that is not on the internet', () => {
	const page = (host: string) => `https://${host}/company/acme`;

	it.each([
		['network.test', /".test" is for private networks/],
		['network.internal', /".internal" is for private networks/],
	])('is refused: %s', (host, reason) => {
		expect(refusal(checkProfileUrl(page(host), 'company'))).toMatch(reason);
	});

	it('is doubtful with an ending that is not known', () => {
		expect(doubts(checkProfileUrl(page('network.con'), 'company'))).toMatch(/".con" isn't a known ending/);
	});

	it('is right with a private ending where the service runs on this machine', () => {
		const result = checkProfileUrl(page('network.internal'), 'company', { serviceIsLoopback: true });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/private networks/);
	});
});

describe('profile_url as text that was never meant', () => {
	it.each([
		'undefined',
		'null',
		'NaN',
		'[object Object]',
		'[object%20Object]',
		'{{ $json.slug }}',
		'%7B%7B$json.slug%7D%7D',
	])('is refused with the slug %s', (slug) => {
		expect(refusal(checkProfileUrl(`https://example.com/company/${slug}`, 'company'))).toMatch(/holds/);
		expect(refusal(checkProfileUrl(`https://example.com/in/${slug}`, 'person'))).toMatch(/holds/);
	});

	it.each(['jane-null', 'null-island', 'undefined-labs'])('is taken with the slug %s', (slug) => {
		expect(hints(checkProfileUrl(`https://example.com/company/${slug}`, 'company'))).toBe('');
	});

	it.each(['jane\u2013doe', 'jane\u2011doe', '\u201cjane-doe', 'jane-doe\u201d', 'jane-doe)'])(
		'is doubtful with a character of the surrounding text: %s',
		(slug) => {
			const result = checkProfileUrl(`https://example.com/in/${slug}`, 'person');
			expect(doubts(result)).toMatch(/typographic dash or quote|ends with/);
		},
	);

	it('loses invisible characters, and keeps the joiner of a Persian name', () => {
		const result = checkProfileUrl('https://example.com/in/jane\u200b-doe\u2060', 'person');
		expect(sent(result)).toBe('https://example.com/in/jane-doe');
		expect(hints(result)).toMatch(/U\+200B.*U\+2060/);
		expect(sent(checkProfileUrl('https://example.com/in/می\u200cخواهم', 'person'))).toContain('%E2%80%8C');
	});

	it('says that a protocol is there twice', () => {
		expect(refusal(checkProfileUrl('https://http://example.com/in/jane', 'person'))).toMatch(
			/contains both https:\/\/ and http:\/\//,
		);
	});
});
