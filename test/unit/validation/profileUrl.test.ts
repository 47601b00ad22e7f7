import { checkProfileUrl } from '../../../nodes/shared/validation/profileUrl';
import { hints, refusal, sent } from './results';

describe('profile_url of a company', () => {
	it.each([
		['https://network.test/company/acme', 'https://network.test/company/acme', ''],
		['https://www.network.test/school/acme-college/', 'https://www.network.test/school/acme-college', ''],
		['https://network.test/company/acme?trk=x#about', 'https://network.test/company/acme', ''],
		['network.test/company/acme', 'https://network.test/company/acme', ''],
		['https://Network.TEST/Company/Acme', 'https://network.test/company/Acme', ''],
		['https://network.test/company/bücher', 'https://network.test/company/b%C3%BCcher', ''],
		['https://network.test:443/company/acme', 'https://network.test/company/acme', ''],
		['https://network.test./company/acme', 'https://network.test/company/acme', ''],
		['https://network.test:8443/company/acme', 'https://network.test:8443/company/acme', 'has a port'],
		['http://network.test/company/acme', 'https://network.test/company/acme', 'https instead of http'],
		[
			'https://network.test/company/acme/about/',
			'https://network.test/company/acme',
			'without its last part',
		],
	])('sends %s as %s', (value, expected, hint) => {
		const result = checkProfileUrl(value, 'company');
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toContain(hint);
		expect(hints(result) === '').toBe(hint === '');
	});

	it.each([
		['https://network.test/in/jane-doe', /page of a person, not of a company/],
		['https://network.test/pub/jane', /old \/pub\/ page/],
		['https://network.test/company/', /doesn't say which company/],
		['https://network.test/showcase/acme', /not a company page/],
		['https://network.test/', /not a company page/],
		['https://network.test/x/company/acme', /not a company page/],
		['company/acme', /isn't a page URL/],
		['acme', /isn't a page URL/],
		['ftp://network.test/company/acme', /isn't a page URL/],
		['https://me:secret@network.test/company/acme', /isn't a page URL/],
		['https:/network.test/company/acme', /isn't a page URL/],
		['https://network.test/company/a cme', /isn't a page URL/],
		['', /empty/],
		[{}, /object/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'company'))).toMatch(reason);
	});
});

describe('profile_url of a person', () => {
	it.each([
		['https://network.test/in/jane-doe', 'https://network.test/in/jane-doe'],
		['https://network.test/in/jane-doe/?trk=x', 'https://network.test/in/jane-doe'],
		['https://network.test/in/jane-doe/de', 'https://network.test/in/jane-doe/de'],
		['de.network.test/in/jane-doe', 'https://de.network.test/in/jane-doe'],
	])('sends %s as %s', (value, expected) => {
		expect(sent(checkProfileUrl(value, 'person'))).toBe(expected);
	});

	it.each([
		['https://network.test/company/acme', /company page, not the page of a person/],
		['https://network.test/school/acme', /school page, not the page of a person/],
		['https://network.test/pub/jane-doe/1/2/3', /old \/pub\/ page/],
		['https://network.test/in/', /doesn't say which person/],
		['https://network.test/inside/jane', /not a person page/],
	])('refuses %s', (value, reason) => {
		expect(refusal(checkProfileUrl(value, 'person'))).toMatch(reason);
	});
});
