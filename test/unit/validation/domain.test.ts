import { checkDomain as checkDomainIn } from '../../../nodes/shared/values/rules/domain';
import PAGE_HOSTS from '../../../nodes/shared/values/signs/pageHosts.json';
import { doubts, hints, refusal, sent } from './results';

const remote = { serviceIsLoopback: false };
const checkDomain = (value: unknown, more: object = {}) => checkDomainIn(value, { ...remote, ...more });

describe('domain', () => {
	it.each([
		['example.com', 'example.com'],
		['EXAMPLE.Com', 'example.com'],
		[' example.com ', 'example.com'],
		['https://example.com', 'example.com'],
		['HTTP://WWW.Example.com/About?x=1#top', 'example.com'],
		['//example.com/', 'example.com'],
		['https://example.com:8443/x', 'example.com'],
		['example.com:443', 'example.com'],
		['https://user:secret@example.com/x', 'example.com'],
		['example.com?utm=1', 'example.com'],
		['example.com#about', 'example.com'],
		['example.com/jane@w3.org', 'example.com'],
		['example.com.', 'example.com'],
		['www.example.co.uk', 'example.co.uk'],
		['www2.example.com', 'www2.example.com'],
		['careers.example.com', 'careers.example.com'],
		['bücher.example.com', 'xn--bcher-kva.example.com'],
		['BÜCHER.example.com', 'xn--bcher-kva.example.com'],
		['https://www.例え.jp/あ', 'xn--r8jz45g.jp'],
		['xn--bcher-kva.example.com', 'xn--bcher-kva.example.com'],
		['example。com', 'example.com'],
		['3m.example.com', '3m.example.com'],
		['a-b.example.co', 'a-b.example.co'],
		[`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
	])('sends %j as %s', (value, expected) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toBe('');
	});

	it.each([
		['jane@w3.org', /email address.*after the @/],
		['mailto:jane@w3.org', /email address/],
		['8.8.8.8', /IP address/],
		['http://8.8.8.8/x', /IP address/],
		['8.8.8.8:80', /IP address/],
		['2606:4700::1', /IP address/],
		['https://[2606:4700::1]:443/', /IP address/],
		['0x7f.1', /IP address/],
		['acme', /single word.*Add the ending, such as \.com in example\.com\.$/],
		['localhost', /single word/],
		[42, /single word/],
		['Acme Inc.', /space/],
		['example.com, beta.example.com', /space|more than one/],
		['example.com,beta.example.com', /more than one/],
		['acme..com', /not a domain/],
		['.example.com', /not a domain/],
		['-example.com', /not a domain/],
		['acme-.com', /not a domain/],
		['ac!me.com', /contains "!", which domains can't have/],
		['ac%20me.com', /not a domain/],
		[`${'a'.repeat(64)}.com`, /not a domain/],
		[`${'a.'.repeat(130)}com`, /253/],
		['acme.c', /nothing ends in/],
		['acme.123x', /nothing ends in/],
		['https://', /not a domain/],
		['/about', /not a domain/],
		[`https://example.com/${'x'.repeat(3000)}`, /too long/],
		['', /empty/],
		[undefined, /empty/],
		[['example.com'], /a list/],
		[false, /false/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkDomain(value))).toMatch(reason);
	});

	it.each([
		...[
			'acme\u2013group.com',
			'acme\u2011group.com',
			'\u2022example.com',
			'\u201cexample.com',
			'\u00bbexample.com',
		],
		...['acme\u2019s.com', 'example.com\u201d', 'example\u2026.com', 'xn--acmegroup-y79d.com'],
	])('refuses a typographic character: %s', (domain) => {
		expect(refusal(checkDomain(domain))).toMatch(/domains can't have|no international name|not a domain/);
	});

	it.each([
		'example.com\u3001iana.org',
		'example.com\u060cbeta.example.com',
		'example.com\uff1bbeta.example.com',
		'example.com|beta.example.com',
	])('refuses two companies in one value: %s', (domain) =>
		expect(refusal(checkDomain(domain))).toMatch(/more than one domain/),
	);

	it.each(['acme\u2212group.com', 'example\u00ae.com', 'i\u2764.ws', 'acme\u00b7group.com'])(
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
		const results = Array.from({ length: 10_000 }, () => checkDomain('bücher.example.com').ok);
		expect(results).not.toContain(false);
	});

	it('sends an underscore with a hint', () => {
		expect(hints(checkDomain('my_shop.example.com'))).toMatch(/underscore/);
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

	it.each(['acme.comm', 'example.con', 'acme.xn--zckzah'])(
		'is doubtful, since the list gets old: %s',
		(domain) => {
			expect(sent(checkDomain(domain))).toBe(domain);
			expect(doubts(checkDomain(domain))).toMatch(/isn't a known ending/);
		},
	);

	it.each([
		['acme.test', /^$/],
		['acme.example', /^$/],
		['acme.localhost', /private networks and tests/],
		['acme.internal', /private networks and tests/],
	])('is right for a service on this machine: %s', (domain, hint) => {
		const result = checkDomain(domain, { serviceIsLoopback: true });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(hint);
	});

	it.each([
		...[
			'gmail.com',
			'GMX.de',
			'yahoo.com.mx',
			'yahoo.co.nz',
			'hotmail.com.br',
			'hotmail.nl',
			'live.be',
			'outlook.com.br',
		],
		...[
			'googlemail.de',
			'foxmail.com',
			'sbcglobal.net',
			'o2.pl',
			'docomo.ne.jp',
			'privaterelay.appleid.com',
			'mailinator.com',
		],
	])('is doubtful where it is an email provider: %s', (domain) => {
		expect(sent(checkDomain(domain))).toBe(domain.toLowerCase());
		expect(doubts(checkDomain(domain))).toMatch(/email provider/);
	});

	it.each([
		...['livenation.com', 'yahooinc.com', 'live.io', 'comcast.com', 'verizon.com', 'outlookindia.com'],
		...['wwf.org', 'wwe.com', 'wwwx.com', 'httpool.com', 'httpie.io', 'seznam.cz', 'wp.pl', 'orange.fr'],
		'example.com',
		'example.co.uk',
		'acme.github.io',
		'bücher.example.com',
		'acme.xn--p1ai',
		'acme.рф',
		'a.b.example.org',
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
		['https://https://example.com', /contains https:\/\/ twice/],
		['HTTP://https://example.com', /contains both HTTP:\/\/ and https:/],
		['example.com,', /ends with a comma/],
		['example.com;', /ends with a semicolon/],
		['undefined', /holds "undefined", which is what an expression without data gives/],
		['https://{{ $json.domain }}', /didn't evaluate/],
		['=example.com', /didn't evaluate/],
		['[object Object]', /without data/],
	])('says what it is: %s', (value, reason) => {
		expect(refusal(checkDomain(value))).toMatch(reason);
	});

	it.each([
		'example\u200b.com',
		'example\u00ad.com',
		'\ufeffexample.com',
		'example.com\u202c',
		'example.c\u2060om',
		'exam\u200dple.com',
	])('loses invisible characters: %j', (value) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe('example.com');
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/invisible character was removed: U\+[0-9A-F]{4} \(character \d+\)\./);
	});

	it.each(['null.com', 'nan.com'])('may be the domain %s', (domain) => {
		expect(hints(checkDomain(domain))).toBe('');
	});
});

describe("a page's URL as a domain", () => {
	it.each([
		'example.com/in/',
		'example.com/in',
		'https://www.example.com/in/',
		'example.com/in/en/',
		'example.com/in/hi/cat/sofas-fu003/',
		'example.com/en_in/',
		'example.com/company/about',
		'example.com/company/about-us/',
		'example.com/company/careers.html',
		'example.com/company/en-US/x',
		'example.com/company/zh-Hans',
		'example.com/company',
		'example.com/about/company/ikea',
		'example.com/products?x=/company/ikea',
		'example.com/gb/en-gb.html',
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
		...['de.yelp.co.uk', 'm.facebook.com', 'en.wikipedia.org', 'aws.amazon.com/ec2', 'business.facebook.com'],
		...[
			'hugedomains.com',
			'https://www.godaddy.com/domains',
			'sedo.com',
			'zendesk.com/pricing',
			'ww2.example.com',
		],
	])('is never doubted where it is the own site: %s', (value) => {
		expect(hints(checkDomain(value))).toBe('');
	});

	it.each([
		'https://www.example.com/company/ikea',
		'example.com/school/mit/',
		'https://example.com/in/jane-doe',
		'example.com/companies/ikea?trk=x',
		'example.com/organisation/ikea',
		'example.com/Company/IKEA',
	])('is doubtful where it may be a profile: %s', (value) => {
		const result = checkDomain(value);
		expect(sent(result)).toBe('example.com');
		expect(doubts(result)).toMatch(
			/^Is example\.com the company's own site\? If so, enter only the domain\. .*use Profile URL\.$/,
		);
	});

	it.each([
		['https://www.facebook.com/acmebakery', /"facebook\.com\/acmebakery" is an account on a network/],
		['m.facebook.com/profile.php?id=4711', /account/],
		['https://linktr.ee/acme', /account/],
		['https://x.com/acme', /account/],
		['https://example.com/@acme', /account/],
		['example.com/@acme/videos', /account/],
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
		['https://acme.wixsite.com/', /anyone can have pages/],
		['acme.sharepoint.com', /anyone can have pages/],
		['hp.sharepoint.com/sites/x', /anyone can have pages/],
		['acme.medium.com', /account on a network/],
		['acme.gumroad.com/about', /page of a marketplace/],
		['acme.wd3.myworkdayjobs.com', /page of a job board/],
		['acme.myshopify.com', /anyone can have pages/],
		['https://www.hugedomains.com/domain_profile.cfm?d=acme.com', /page that sells a domain/],
		['https://www.afternic.com/forsale/acme.com', /page that sells a domain/],
		['https://www.godaddy.com/forsale/acme.com', /page that sells a domain/],
		['https://dan.com/buy-domain/acme.com', /page that sells a domain/],
		['https://sedo.com/search/details/?domain=acme.com', /page that sells a domain/],
		['https://ww38.acme.com/', /pages that sell lapsed domains/],
	])('is doubtful where the host has pages of many: %s', (value, words) => {
		expect(doubts(checkDomain(value))).toMatch(words);
	});

	it('is known for at most 200 hosts, each once', () => {
		const hosts = Object.values(PAGE_HOSTS).flat();
		expect(hosts.length).toBeLessThanOrEqual(200);
		expect(new Set(hosts).size).toBe(hosts.length);
	});

	it.each([
		['https://www.google.com/url?sa=t&url=https://example.com/', 'example.com'],
		['https://web.archive.org/web/2020/https://example.com/', 'example.com'],
		['https://urldefense.com/v3/__https://example.com__;!!abc', 'example.com'],
		['https://urldefense.proofpoint.com/v2/url?u=https-3A__www.example.com_x', 'example.com'],
		['https://translate.google.com/translate?sl=de&u=https://example.com', 'example.com'],
		['https://href.li/?https://example.com', 'example.com'],
		['https://unknown.example.org/r?to=https%253A%252F%252Fshop.example.co.uk', 'shop.example.co.uk'],
		['https://unknown.example.org/out/http:/www.example.com/', 'example.com'],
		['https://unknown.example.org/out?url=www.example.com', 'example.com'],
		['https://unknown.example.org/#https://b\u00fccher.example.com/', 'b\u00fccher.example.com'],
	])('is doubtful where it leads to another site: %s', (value, inner) => {
		expect(doubts(checkDomain(value))).toMatch(`leads to another site. Use its domain, ${inner}.`);
	});

	it.each([
		'https://example.com/?utm_source=https://google.com',
		'https://example.com/?x=1&ref=https://example.org/x',
		'https://example.com/login?next=https://example.com/home',
		'https://example.com/login?next=https://www.example.com/home',
		'https://shop.example.com/login?url=example.com',
		'https://example.com/login?url=https://id.example.com',
		'https://example.com/http-status',
	])('is never doubted where the inner URL is the own site or a referrer: %s', (value) => {
		expect(hints(checkDomain(value))).toBe('');
	});
});

describe('a host that is no website', () => {
	it.each([
		'mail.example.io',
		'smtp.example.io',
		'ww.example.com',
		'wwww.example.com',
		'imap.example.co.uk',
		'mx1.example.com',
		'https.example.com',
	])('is doubtful: %s', (value) =>
		expect(doubts(checkDomain(value))).toMatch(/host for mail, or has a mistyped www\. Use example\./),
	);

	it.each([
		'ww.com',
		'mail.com.au',
		'mailing-list.example.com',
		'www2.example.com',
		'w3.org',
		'mailing.example.com',
		'mx.com',
	])('is not %s', (value) => expect(hints(checkDomain(value))).toBe(''));

	it.each(['\u0430cme.com', 'acm\u0435-corp.de', '\u03b1cme.com', 'shop.\u0430cme.com'])(
		'may be a look-alike with letters of two alphabets: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/mixes letters of two alphabets/),
	);

	it.each(['пример.com', 'правда.рф', 'παράδειγμα.gr', '日本語abc.example.com', 'пример-1.com', 'acme.рф'])(
		'is not doubted in one alphabet: %s',
		(value) => expect(hints(checkDomain(value))).toBe(''),
	);

	it.each([
		['wwwacme.com', 'acme.com'],
		['www-acme.co.uk', 'acme.co.uk'],
		['httpswwwacme.com', 'acme.com'],
		['httpwww.acme.com', 'acme.com'],
	])('has www without its dot: %s', (value, right) =>
		expect(doubts(checkDomain(value))).toBe(`"${value}" has www without its dot. Use ${right}.`),
	);

	it.each(['co.uk', 'https://co.jp', 'github.io', 'blogspot.com', 'foo.ck', '\u516c\u53f8.cn', 'com.mx'])(
		'is doubtful as an ending of many domains: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/is an ending of domains/),
	);

	it.each(['www.ck', 'city.kobe.jp', 'example.com.mx', 'acme.\u516c\u53f8.cn'])(
		'is no ending of domains: %s',
		(value) => expect(doubts(checkDomain(value))).not.toMatch(/is an ending of domains/),
	);

	it.each(['yourcompany.com', 'https://www.domain.com', 'company.com'])(
		'is doubtful as a placeholder: %s',
		(value) => expect(doubts(checkDomain(value))).toMatch(/placeholder/),
	);
});

describe('two values in one', () => {
	it.each([
		'example.comhttps://www.example.com',
		'https://example.comhttps://example.com/x',
		'example.comwww.example.com',
		'example.comexample.com',
		'example.co.ukexample.co.uk',
		'https://www.example.comhttp://beta.example.com',
	])('are refused: %s', (value) => expect(refusal(checkDomain(value))).toMatch(/is two values in one/));

	it.each([
		'shop.common.example.com',
		'example.com.com',
		'bonbon.example.com',
		'newww.example.com',
		'https.com',
	])('are not %s', (value) => expect(hints(checkDomain(value))).toBe(''));
});
