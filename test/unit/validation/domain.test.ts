import { checkDomain as checkDomainIn } from '../../../nodes/shared/validation/domain';
import PAGE_HOSTS from '../../../nodes/shared/validation/pageHosts.json';
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
		['acme', /single word.*example\.com/],
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
		['intranet.local', /".local" is for private networks and tests/],
		['acme.internal', /".internal" is for private networks/],
		['acme.example', /".example" is for private networks/],
		['acme.home.arpa', /private networks/],
		['shop.corp', /private networks/],
		['acme.onion', /private networks/],
	])('is refused: %s', (domain, reason) => {
		expect(refusal(checkDomain(domain))).toMatch(reason);
	});

	it.each(['acme.comm', 'siemens.con', 'acme.xn--zckzah'])(
		'is doubtful, since the list gets old: %s',
		(domain) => {
			expect(sent(checkDomain(domain))).toBe(domain);
			expect(doubts(checkDomain(domain))).toMatch(/isn't a known ending/);
		},
	);

	it.each(['acme.test', 'acme.example', 'acme.localhost', 'acme.internal'])(
		'is right for a service on this machine: %s',
		(domain) => {
			const result = checkDomain(domain, { serviceIsLoopback: true });
			expect(doubts(result)).toBe('');
			expect(hints(result)).toMatch(/private networks and tests/);
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
			expect(checkDomain(domain).ok).toBe(false);
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
		'acme.com/company/careers.html',
		'acme.com/company/en-US/x',
		'acme.com/company/zh-Hans',
		'acme.com/company',
		'acme.com/about/company/ikea',
		'acme.com/products?x=/company/ikea',
		'mcdonalds.com/gb/en-gb.html',
		...[
			'facebook.com',
			'https://www.facebook.com/',
			'etsy.com/about',
			'etsy.com/careers',
			'yelp.de/en/about-us',
		],
		...[
			'https://www.google.com/',
			'google.com/intl/en/about/',
			'about.gitlab.com/jobs/all',
			'careers.tiktok.com/x',
		],
		...[
			'dropbox.com/business',
			'zoom.us/pricing',
			'notgithub.com/acme',
			'archive.org/details/x',
			'acme.github.io',
		],
	])('is never doubted where it is the own site: %s', (value) => {
		expect(hints(checkDomain(value))).toBe('');
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

	it.each([
		['https://www.facebook.com/acmebakery', /"facebook\.com\/acmebakery" is an account on a network/],
		['m.facebook.com/profile.php?id=4711', /account/],
		['https://linktr.ee/acme', /account/],
		['https://x.com/acme', /account/],
		['https://network.com/@acme', /account/],
		['network.com/@acme/videos', /account/],
		['https://www.yelp.com/biz/acme-bakery', /entry in a directory/],
		['https://de.yelp.co.uk/biz/acme', /entry in a directory/],
		['https://en.wikipedia.org/wiki/Acme', /entry in a directory/],
		['https://www.google.com/maps/place/Acme', /entry in a directory/],
		['google.de/maps/place/Acme', /entry in a directory/],
		['https://www.etsy.com/shop/acme', /page of a marketplace/],
		['https://www.amazon.co.uk/stores/acme', /page of a marketplace/],
		['https://jobs.lever.co/acme', /page of a job board/],
		['https://docs.google.com/document/d/1abc/edit', /anyone can have pages/],
		['acme.wixsite.com/acme', /anyone can have pages/],
		['https://bit.ly/3abc', /is a short link/],
		['bit.ly', /is a short link/],
		['https://abcd.in/gT5zKxYq', /is a short link/],
		['https://acme-com.translate.goog/', /leads to another site/],
	])('is doubtful where the host has pages of many: %s', (value, words) => {
		expect(doubts(checkDomain(value))).toMatch(words);
	});

	it('is known for at most 150 hosts, each once', () => {
		const hosts = Object.values(PAGE_HOSTS).flat();
		expect(hosts.length).toBeLessThanOrEqual(150);
		expect(new Set(hosts).size).toBe(hosts.length);
	});

	it.each([
		['https://www.google.com/url?sa=t&url=https://acme.com/', 'acme.com'],
		['https://web.archive.org/web/2020/https://acme.com/', 'acme.com'],
		['https://urldefense.com/v3/__https://acme.com__;!!abc', 'acme.com'],
		['https://urldefense.proofpoint.com/v2/url?u=https-3A__www.acme.com_x', 'acme.com'],
		['https://translate.google.com/translate?sl=de&u=https://acme.com', 'acme.com'],
		['https://href.li/?https://acme.com', 'acme.com'],
		['https://unknown.com/r?to=https%253A%252F%252Fshop.acme.co.uk', 'shop.acme.co.uk'],
		['https://unknown.com/out/http:/www.acme.com/', 'acme.com'],
		['https://unknown.com/out?url=www.acme.com', 'acme.com'],
		['https://unknown.com/#https://b\u00fccher.de/', 'b\u00fccher.de'],
	])('is doubtful where it leads to another site: %s', (value, inner) => {
		expect(doubts(checkDomain(value))).toMatch(`leads to another site. Use its domain, ${inner}.`);
	});

	it.each([
		'https://acme.com/?utm_source=https://google.com',
		'https://acme.com/?x=1&ref=https://network.com/x',
		'https://acme.com/login?next=https://acme.com/home',
		'https://acme.com/login?next=https://www.acme.com/home',
		'https://shop.acme.com/login?url=acme.com',
		'https://acme.com/login?url=https://id.acme.com',
		'https://acme.com/http-status',
	])('is never doubted where the inner URL is the own site or a referrer: %s', (value) => {
		expect(hints(checkDomain(value))).toBe('');
	});
});

describe('a host that is no website', () => {
	it.each([
		'mail.acme.io',
		'smtp.acme.io',
		'ww.acme.com',
		'wwww.acme.com',
		'imap.acme.co.uk',
		'mx1.acme.com',
		'https.acme.com',
	])('is doubtful: %s', (value) =>
		expect(doubts(checkDomain(value))).toMatch(/host for mail, or has a mistyped www\. Use acme\./),
	);

	it.each([
		'ww.com',
		'mail.com.au',
		'mailchimp.com',
		'www2.acme.com',
		'w3.org',
		'mailing.acme.com',
		'mx.com',
	])('is not %s', (value) => expect(hints(checkDomain(value))).toBe(''));

	it.each(['\u0430cme.com', 'acm\u0435-corp.de', '\u03b1cme.com', 'shop.\u0430cme.com'])(
		'may be a look-alike with letters of two alphabets: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/mixes letters of two alphabets/),
	);

	it.each(['пример.com', 'правда.рф', 'παράδειγμα.gr', '日本語abc.jp', 'пример-1.com', 'acme.рф'])(
		'is not doubted in one alphabet: %s',
		(value) => expect(hints(checkDomain(value))).toBe(''),
	);

	it.each(['yourcompany.com', 'https://www.domain.com', 'company.com'])(
		'is doubtful as a placeholder: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/placeholder/),
	);
});

describe('two values in one', () => {
	it.each([
		'acme.comhttps://www.acme.com',
		'https://acme.comhttps://acme.com/x',
		'acme.comwww.acme.com',
		'acme.comacme.com',
		'acme.co.ukacme.co.uk',
		'https://www.acme.comhttp://beta.com',
	])('are refused: %s', (value) => expect(refusal(checkDomain(value))).toMatch(/is two values in one/));

	it.each(['computer.computer.com', 'acme.com.com', 'bonbon.com', 'newww.com', 'https.com'])(
		'are not %s',
		(value) => expect(hints(checkDomain(value))).toBe(''),
	);
});
