import { checkDomain as checkDomainIn, PageHosts } from '../../../nodes/shared/validation/domain';
import { doubts, hints, refusal, sent } from './results';

const remote = { serviceIsLoopback: false };
const checkDomain = (value: unknown, more: object = {}) => checkDomainIn(value, { ...remote, ...more });

describe('domain', () => {
	it.each([
		['acme.com', 'acme.com'],
		['ACME.Com', 'acme.com'],
		[' acme.com ', 'acme.com'],
		['https://acme.com', 'acme.com'],
		['HTTP://WWW.Acme.com/About?x=1#top', 'acme.com'],
		['//acme.com/', 'acme.com'],
		['https://acme.com:8443/x', 'acme.com'],
		['acme.com:443', 'acme.com'],
		['https://user:secret@acme.com/x', 'acme.com'],
		['acme.com?utm=1', 'acme.com'],
		['acme.com#about', 'acme.com'],
		['acme.com/jane@acme.com', 'acme.com'],
		['acme.com.', 'acme.com'],
		['www.acme.co.uk', 'acme.co.uk'],
		['www2.acme.com', 'www2.acme.com'],
		['careers.acme.com', 'careers.acme.com'],
		['bücher.de', 'xn--bcher-kva.de'],
		['BÜCHER.DE', 'xn--bcher-kva.de'],
		['https://www.例え.jp/あ', 'xn--r8jz45g.jp'],
		['xn--bcher-kva.de', 'xn--bcher-kva.de'],
		['acme。com', 'acme.com'],
		['3m.com', '3m.com'],
		['a-b.co', 'a-b.co'],
		[`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
	])('sends %j as %s', (value, expected) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toBe('');
	});

	it.each([
		['jane@acme.com', /email address.*after the @/],
		['mailto:jane@acme.com', /email address/],
		['8.8.8.8', /IP address/],
		['http://8.8.8.8/x', /IP address/],
		['8.8.8.8:80', /IP address/],
		['2606:4700::1', /IP address/],
		['https://[2606:4700::1]:443/', /IP address/],
		['0x7f.1', /IP address/],
		['acme', /single word.*acme\.com/],
		['localhost', /single word/],
		[42, /single word/],
		['Acme Inc.', /space/],
		['acme.com, beta.com', /space|more than one/],
		['acme.com,beta.com', /more than one/],
		['acme..com', /not a domain/],
		['.acme.com', /not a domain/],
		['-acme.com', /not a domain/],
		['acme-.com', /not a domain/],
		['ac!me.com', /contains "!", which domains can't have/],
		['ac%20me.com', /not a domain/],
		[`${'a'.repeat(64)}.com`, /not a domain/],
		[`${'a.'.repeat(130)}com`, /253/],
		['acme.c', /nothing ends in/],
		['acme.123x', /nothing ends in/],
		['https://', /not a domain/],
		['/about', /not a domain/],
		[`https://acme.com/${'x'.repeat(3000)}`, /too long/],
		['', /empty/],
		[undefined, /empty/],
		[['acme.com'], /a list/],
		[false, /false/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkDomain(value))).toMatch(reason);
	});

	it.each([
		...['acme\u2013group.com', 'acme\u2011group.com', '\u2022acme.com', '\u201cacme.com', '\u00bbacme.com'],
		...['acme\u2019s.com', 'acme.com\u201d', 'acme\u2026.com', 'xn--acmegroup-y79d.com'],
	])('refuses a typographic character: %s', (domain) => {
		expect(refusal(checkDomain(domain))).toMatch(/domains can't have|no international name|not a domain/);
	});

	it.each([
		'acme.com\u3001iana.org',
		'acme.com\u060cbeta.com',
		'acme.com\uff1bbeta.com',
		'acme.com|beta.com',
	])('refuses two companies in one value: %s', (domain) =>
		expect(refusal(checkDomain(domain))).toMatch(/more than one domain/),
	);

	it.each(['acme\u2212group.com', 'acme\u00ae.com', 'i\u2764.ws', 'acme\u00b7group.com'])(
		'sends a symbol with a hint: %s',
		(domain) => expect(doubts(checkDomain(domain))).toMatch(/symbol/),
	);

	it.each(['paral\u00b7lel.cat', 'カ・フェ.jp', 'क्षत्रिय.भारत', 'نامه\u200cای.ایران'])(
		'sends an international name as it is: %s',
		(domain) => expect(hints(checkDomain(domain))).toBe(''),
	);

	it('sends a domain that is called www with a hint', () => {
		expect(sent(checkDomain('https://www.com'))).toBe('www.com');
		expect(hints(checkDomain('https://www.com'))).toMatch(/may remove www/);
	});

	it('takes international names however often it is called', () => {
		const results = Array.from({ length: 10_000 }, () => checkDomain('bücher.de').ok);
		expect(results).not.toContain(false);
	});

	it('sends an underscore with a hint', () => {
		expect(hints(checkDomain('my_shop.acme.com'))).toMatch(/underscore/);
	});
});

describe('a domain that is well-formed and can hardly be meant', () => {
	it.each([
		['acme.comm', /".comm" is not an ending of domains.*'Allow Unknown Domains' under Options/],
		['siemens.con', /".con" is not an ending/],
		['acme.xn--zckzah', /is not an ending/],
		['intranet.local', /".local" is for private networks and tests/],
		['acme.internal', /".internal" is for private networks/],
		['acme.example', /".example" is for private networks/],
		['acme.home.arpa', /private networks/],
		['shop.corp', /private networks/],
		['acme.onion', /private networks/],
	])('is refused, and with the option doubtful: %s', (domain, reason) => {
		expect(refusal(checkDomain(domain))).toMatch(reason);
		const allowed = checkDomain(domain, { allowUnknownDomains: true });
		expect(sent(allowed)).toBe(domain);
		expect(doubts(allowed)).not.toBe('');
	});

	it.each(['acme.test', 'acme.example', 'acme.localhost', 'acme.internal'])(
		'is doubtful for a service on this machine: %s',
		(domain) => {
			expect(doubts(checkDomain(domain, { serviceIsLoopback: true }))).toMatch(/private networks and tests/);
			expect(checkDomain('acme.con', { serviceIsLoopback: true }).ok).toBe(false);
		},
	);

	it.each(['gmail.com', 'GMX.de'])('is doubtful where it is an email provider: %s', (domain) => {
		expect(sent(checkDomain(domain))).toBe(domain.toLowerCase());
		expect(doubts(checkDomain(domain))).toMatch(/email provider/);
	});

	it.each([
		'acme.com',
		'acme.co.uk',
		'acme.github.io',
		'bücher.de',
		'acme.xn--p1ai',
		'acme.рф',
		'a.b.acme.org',
		'acme.zip',
	])('is not %s', (domain) => {
		expect(hints(checkDomain(domain))).toBe('');
	});

	it.each(['xn--a.com', 'xn--.com', 'shop.xn--99999999.com', 'acme.xn--a'])(
		'is refused as no international name: %s',
		(domain) => {
			expect(checkDomain(domain, { allowUnknownDomains: true }).ok).toBe(false);
		},
	);
});

describe('a domain with something pasted along', () => {
	it.each([
		['https://https://ikea.com', /contains https:\/\/ twice/],
		['HTTP://https://ikea.com', /contains both HTTP:\/\/ and https:/],
		['ikea.com,', /ends with a comma/],
		['ikea.com;', /ends with a semicolon/],
		['undefined', /holds "undefined", which is what an expression without data gives/],
		['https://{{ $json.domain }}', /didn't evaluate/],
		['=acme.com', /didn't evaluate/],
		['[object Object]', /without data/],
	])('says what it is: %s', (value, reason) => {
		expect(refusal(checkDomain(value))).toMatch(reason);
	});

	it.each([
		'ikea\u200b.com',
		'ikea\u00ad.com',
		'\ufeffikea.com',
		'ikea.com\u202c',
		'ikea.c\u2060om',
		'ik\u200dea.com',
	])('loses invisible characters: %j', (value) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe('ikea.com');
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/invisible character was removed: U\+[0-9A-F]{4} \(character \d+\)\./);
	});

	it.each(['null.com', 'nan.com'])('may be the domain %s', (domain) => {
		expect(hints(checkDomain(domain))).toBe('');
	});
});

describe("a page's URL as a domain", () => {
	it.each([
		'apple.com/in/',
		'apple.com/in',
		'https://www.apple.com/in/',
		'ikea.com/in/en/',
		'ikea.com/in/hi/cat/sofas-fu003/',
		'samsung.com/in',
		'hm.com/en_in/',
		'acme.com/company/about',
		'acme.com/company/about-us/',
		'acme.com/company/careers',
		'acme.com/company/en-US/x',
		'acme.com/company/zh-Hans',
		'acme.com/company',
		'acme.com/about/company/ikea',
		'acme.com/products?x=/company/ikea',
		'mcdonalds.com/gb/en-gb.html',
	])('is never doubted where it is the own site: %s', (value) => {
		const pages = new PageHosts();
		for (let time = 0; time < 2; time++) expect(hints(checkDomain(value, { pages }))).toBe('');
	});

	it.each([
		'https://www.network.com/company/ikea',
		'network.com/school/mit/',
		'https://network.com/in/jane-doe',
		'network.com/companies/ikea?trk=x',
		'network.com/organisation/ikea',
		'network.com/Company/IKEA',
	])('is doubtful where it may be a profile: %s', (value) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe('network.com');
		expect(doubts(result)).toMatch(
			/^Is network\.com the company's own site\? If so, enter only the domain\. .*use Profile URL\.$/,
		);
	});

	it('is doubtful only as often as the same page comes, and wrong with two pages of one host', () => {
		const pages = new PageHosts();
		const page = (slug: string) => checkDomain(`https://network.com/company/${slug}`, { pages });
		expect(page('ikea').ok).toBe(true);
		expect(page('IKEA/').ok).toBe(true);
		expect(pages.found).toBe(0);
		expect(refusal(page('acme'))).toMatch(/is a page on network\.com, not the company's own site/);
		expect(refusal(page('ikea'))).toMatch(/is a page on network\.com/);
		expect(pages.found).toBe(1);
	});

	it('is one host with and without www or a language, and another below it', () => {
		const pages = new PageHosts();
		expect(checkDomain('www.network.com/company/a1', { pages }).ok).toBe(true);
		expect(checkDomain('blog.network.com/company/b1', { pages }).ok).toBe(true);
		expect(checkDomain('network.com/school/c1', { pages }).ok).toBe(false);
		expect(checkDomain('network.com', { pages }).ok).toBe(true);
	});

	const SHARED =
		/^Several pages on "network\.com" are given, but only the domain counts\. If they belong to different companies,/;

	it.each([
		['network.com/acme', 'https://www.network.com/beta/'],
		['network.com/u/acme', 'network.com/u/beta'],
		['network.com/de/acme', 'https://de.network.com/en/beta'],
		['network.com/p/Acme?x=1', 'network.com\\p\\beta#top'],
	])('is doubtful where items have different pages of one host: %s and %s', (...values) => {
		const pages = new PageHosts();
		const read = () => values.map((value) => checkDomain(value, { pages }));
		read();
		expect(pages.found).toBe(1);
		for (const result of read()) {
			expect(sent(result)).toMatch(/^(de\.)?network\.com$/);
			expect(doubts(result)).toMatch(SHARED);
		}
		expect(hints(checkDomain('network.com', { pages }))).toBe('');
		expect(hints(checkDomain('acme.com/products', { pages }))).toBe('');
	});

	it.each([
		['acme.com/acme', 'ACME.com/Acme/?utm_source=x', 'http://www.acme.com/acme#team'],
		['acme.com/about', 'acme.com/contact-us/', 'acme.com/en/careers', 'acme.com'],
		['ikea.com/in/en/', 'ikea.com/de/de/', 'ikea.com/gb/en-gb.html', 'ikea.com/index.html'],
		['acme.com/x', 'beta.com/y', 'shop.acme.com/z'],
	])('is never doubted where the pages are one, or pages of any own site: %s', (...values) => {
		const pages = new PageHosts();
		for (const value of [...values, ...values]) expect(hints(checkDomain(value, { pages }))).toBe('');
		expect(pages.found).toBe(0);
	});

	it.each(['https://network.com/@acme', 'network.com/@acme/videos'])(
		'is doubtful where it is an account: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/looks like an account on network\.com/),
	);
});
