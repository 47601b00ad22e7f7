import { checkDomain } from '../../../nodes/shared/validation/domain';
import { hints, refusal, sent } from './results';

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
		['acme..com', /empty/],
		['.acme.com', /empty/],
		['-acme.com', /hyphen/],
		['acme-.com', /hyphen/],
		['ac!me.com', /character/],
		['ac%20me.com', /not a domain/],
		[`${'a'.repeat(64)}.com`, /63 characters/],
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

describe('a domain that is well-formed and may be a mistake is sent with a hint', () => {
	it.each([
		['acme.comm', /".comm" is not a known ending/],
		['intranet.local', /not on the internet/],
		['acme.internal', /not on the internet/],
		['gmail.com', /mail provider/],
		['mail.gmx.de', /mail provider/],
	])('%s', (domain, hint) => {
		const result = checkDomain(domain);
		expect(sent(result)).toBe(domain);
		expect(hints(result)).toMatch(hint);
	});

	it.each(['acme.com', 'acme.co.uk', 'acme.github.io', 'bücher.de', 'acme.xn--p1ai', 'a.b.acme.org'])(
		'%s: none',
		(domain) => {
			expect(hints(checkDomain(domain))).toBe('');
		},
	);
});
