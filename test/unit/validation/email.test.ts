import { checkEmail as checkEmailIn } from '../../../nodes/shared/values/rules/email';
import { doubts, hints, refusal, sent } from './results';

const checkEmail = (value: unknown, more: object = {}) =>
	checkEmailIn(value, { serviceIsLoopback: false, ...more });

describe('email of a contact', () => {
	it.each([
		['jane.doe@w3.org', 'jane.doe@w3.org'],
		[' Jane.Doe@w3.org ', 'Jane.Doe@w3.org'],
		['mailto:jane@w3.org', 'jane@w3.org'],
		["o'hara@example.co.uk", "o'hara@example.co.uk"],
		['jane+crm@w3.org', 'jane+crm@w3.org'],
		['jane@bücher.example.de', 'jane@xn--bcher-kva.example.de'],
		['marketa@w3.org', 'marketa@w3.org'],
		[`${'jo'.repeat(32)}@w3.org`, `${'jo'.repeat(32)}@w3.org`],
		['jj@w3.org', 'jj@w3.org'],
		['hello.kitty@w3.org', 'hello.kitty@w3.org'],
		['media.markt@w3.org', 'media.markt@w3.org'],
	])('sends %j as %s', (value, expected) => {
		const result = checkEmail(value);
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toBe('');
	});

	it.each([
		...['info', 'marketing', 'sales', 'support', 'abuse', 'noc', 'security', 'postmaster'],
		...['hostmaster', 'usenet', 'news', 'webmaster', 'www', 'uucp', 'ftp', 'Sales'],
	])('refuses the role mailbox %s of RFC 2142', (mailbox) => {
		expect(refusal(checkEmail(`${mailbox}@w3.org`))).toMatch(/shared mailbox/);
	});

	it.each(['example.com', 'example.net', 'example.org', 'mail.example.com', 'acme.example'])(
		'refuses the example domain %s',
		(domain) => {
			expect(refusal(checkEmail(`jane@${domain}`))).toMatch(/placeholder/);
		},
	);

	it.each([
		'admin',
		'hr',
		'hello',
		'no-reply',
		'test',
		'john.doe',
		'info+crm',
		'sales2',
		'list-request',
		'sales-1',
	])('sends %s@ with a hint', (mailbox) => {
		expect(hints(checkEmail(`${mailbox}@w3.org`))).toMatch(/may be rejected|may reject/);
	});

	it.each([
		...[
			'email_not_unlocked@domain.com',
			'jane.doe@domain.com',
			'noemail@w3.org',
			'no-email@w3.org',
			'jane@company.com',
		],
		...['donotreply@w3.org', 'do-not-reply@w3.org', 'xxx@w3.org', 'unknown@w3.org', 'Mailer-Daemon@w3.org'],
		...['first_name.last_name@w3.org', 'your.email@w3.org', 'jane@yourcompany.com', 'sales-2@w3.org'],
	])('is doubtful as a placeholder: %s', (value) => {
		expect(doubts(checkEmail(value))).toMatch(/looks like a shared or made-up address and may be rejected/);
	});

	it.each(['j***@w3.org', 'jane.d*e@w3.org', 'j\u2022\u2022\u2022@w3.org', 'jan\u2026@w3.org'])(
		'refuses a masked address: %s',
		(value) => expect(refusal(checkEmail(value))).toMatch(/is masked/),
	);

	it('takes a private address, with a note', () => {
		expect(doubts(checkEmail('jane.roe@gmail.com'))).toBe('');
		expect(hints(checkEmail('jane.roe@gmail.com'))).toMatch(
			/private address. A work address finds the person better/,
		);
	});

	it.each(['jané@w3.org', '"jane doe"@w3.org'])('sends %s with a hint', (value) => {
		expect(sent(checkEmail(value))).toBe(value);
		expect(hints(checkEmail(value))).toMatch(/unusual/);
	});

	it.each([
		['jane@acme.test', /".test" is for private networks and tests/],
		['jane@mail.acme.local', /private networks/],
	])('refuses %s, whose domain is not on the internet', (value, reason) => {
		expect(refusal(checkEmail(value))).toMatch(reason);
	});

	it('takes private endings with a hint where the service runs on this machine', () => {
		expect(hints(checkEmail('jane@acme.internal', { serviceIsLoopback: true }))).toMatch(
			/private networks and tests/,
		);
		expect(doubts(checkEmail('jane@example.con', { serviceIsLoopback: true }))).toMatch(/known ending/);
	});

	it.each(['undefined@w3.org', 'null@w3.org', 'undefined.undefined@w3.org', '{{ $json.email }}', '#N/A'])(
		'refuses %s, which an expression without data gives',
		(value) => {
			expect(refusal(checkEmail(value))).toMatch(/holds/);
		},
	);

	it.each([
		['jane', /no @/],
		['@w3.org', /nothing before/],
		['jane@', /domain after/],
		['jane@acme', /domain after/],
		['jane@8.8.8.8', /domain after/],
		['jane@w3.org/x', /domain after/],
		['jane@doe@w3.org', /two @/],
		['jane doe@w3.org', /space/],
		['jane@w3.org, joe@w3.org', /use one address/],
		['Jane <jane@w3.org>', /between < and >/],
		['jane..doe@w3.org', /dot/],
		['.jane@w3.org', /dot/],
		[`${'j'.repeat(65)}@w3.org`, /64 characters/],
		[`jane@${'a.'.repeat(130)}com`, /254 characters/],
		['', /empty/],
		[null, /empty/],
		[{}, /object/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkEmail(value))).toMatch(reason);
	});

	it.each(
		[
			'kontakt vertrieb buchhaltung rechnung rrhh administracion ventas accueil facturation compta biuro ksiegowosc payroll',
			'segreteria vendite verkoop administratie contato vendas kundtjanst myynti podatelna iletisim asdf accounts.payable #email',
		]
			.join(' ')
			.split(' '),
	)('doubts a mailbox of a role in any language: %s', (mailbox) => {
		expect(doubts(checkEmail(`${mailbox}@w3.org`))).toMatch(/shared or made-up address/);
	});

	it.each([
		'salma',
		'marketa',
		'ola',
		'infante',
		'kontaktova',
		'j.abc',
		'testa',
		'personne',
		"o'brien",
		'ciaran',
	])('takes the mailbox of a person: %s', (mailbox) =>
		expect(doubts(checkEmail(`${mailbox}@w3.org`))).toBe(''),
	);

	it('shows an international domain as people write it', () => {
		expect(doubts(checkEmail('kontakt@b\u00fccher.example.com.de'))).toContain(
			'"kontakt@b\u00fccher.example.com.de"',
		);
	});
});
