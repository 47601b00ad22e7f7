import { checkEmail as checkEmailIn } from '../../../nodes/shared/validation/email';
import { doubts, hints, refusal, sent } from './results';

const checkEmail = (value: unknown, more: object = {}) =>
	checkEmailIn(value, { serviceIsLoopback: false, ...more });

describe('email of a contact', () => {
	it.each([
		['jane.doe@acme.com', 'jane.doe@acme.com'],
		[' Jane.Doe@ACME.com ', 'Jane.Doe@acme.com'],
		['mailto:jane@acme.com', 'jane@acme.com'],
		["o'hara@acme.co.uk", "o'hara@acme.co.uk"],
		['jane+crm@acme.com', 'jane+crm@acme.com'],
		['jane@bücher.de', 'jane@xn--bcher-kva.de'],
		['marketa@acme.com', 'marketa@acme.com'],
		[`${'jo'.repeat(32)}@acme.com`, `${'jo'.repeat(32)}@acme.com`],
		['jj@acme.com', 'jj@acme.com'],
		['hello.kitty@acme.com', 'hello.kitty@acme.com'],
		['media.markt@acme.com', 'media.markt@acme.com'],
	])('sends %j as %s', (value, expected) => {
		const result = checkEmail(value);
		expect(sent(result)).toBe(expected);
		expect(hints(result)).toBe('');
	});

	it.each([
		...['info', 'marketing', 'sales', 'support', 'abuse', 'noc', 'security', 'postmaster'],
		...['hostmaster', 'usenet', 'news', 'webmaster', 'www', 'uucp', 'ftp', 'Sales'],
	])('refuses the role mailbox %s of RFC 2142', (mailbox) => {
		expect(refusal(checkEmail(`${mailbox}@acme.com`))).toMatch(/shared mailbox/);
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
		expect(hints(checkEmail(`${mailbox}@acme.com`))).toMatch(/may be rejected|may reject/);
	});

	it.each([
		...[
			'email_not_unlocked@domain.com',
			'jane.doe@domain.com',
			'noemail@acme.com',
			'no-email@acme.com',
			'jane@company.com',
		],
		...[
			'donotreply@acme.com',
			'do-not-reply@acme.com',
			'xxx@acme.com',
			'unknown@acme.com',
			'Mailer-Daemon@acme.com',
		],
		...['first_name.last_name@acme.com', 'your.email@acme.com', 'jane@yourcompany.com', 'sales-2@acme.com'],
	])('is doubtful as a placeholder: %s', (value) => {
		expect(doubts(checkEmail(value))).toMatch(/looks like a shared or made-up address and may be rejected/);
	});

	it.each(['j***@acme.com', 'jane.d*e@acme.com', 'j\u2022\u2022\u2022@acme.com', 'jan\u2026@acme.com'])(
		'refuses a masked address: %s',
		(value) => expect(refusal(checkEmail(value))).toMatch(/is masked/),
	);

	it('takes a private address, with a note', () => {
		expect(doubts(checkEmail('jane.roe@gmail.com'))).toBe('');
		expect(hints(checkEmail('jane.roe@gmail.com'))).toMatch(
			/private address. A work address finds the person better/,
		);
	});

	it.each(['jané@acme.com', '"jane doe"@acme.com'])('sends %s with a hint', (value) => {
		expect(sent(checkEmail(value))).toBe(value);
		expect(hints(checkEmail(value))).toMatch(/unusual/);
	});

	it.each([
		['jane@acme.test', /".test" is for private networks and tests/],
		['jane@mail.acme.local', /private networks/],
	])('refuses %s, whose domain is not on the internet', (value, reason) => {
		expect(refusal(checkEmail(value))).toMatch(reason);
	});

	it('takes the endings of tests with a hint where the service runs on this machine', () => {
		expect(hints(checkEmail('jane@acme.test', { serviceIsLoopback: true }))).toMatch(
			/private networks and tests/,
		);
		expect(doubts(checkEmail('jane@acme.con', { serviceIsLoopback: true }))).toMatch(/known ending/);
	});

	it.each([
		'undefined@acme.com',
		'null@acme.com',
		'undefined.undefined@acme.com',
		'{{ $json.email }}',
		'#N/A',
	])('refuses %s, which an expression without data gives', (value) => {
		expect(refusal(checkEmail(value))).toMatch(/holds/);
	});

	it.each([
		['jane', /no @/],
		['@acme.com', /nothing before/],
		['jane@', /domain after/],
		['jane@acme', /domain after/],
		['jane@8.8.8.8', /domain after/],
		['jane@acme.com/x', /domain after/],
		['jane@doe@acme.com', /two @/],
		['jane doe@acme.com', /space/],
		['jane@acme.com, joe@acme.com', /use one address/],
		['Jane <jane@acme.com>', /between < and >/],
		['jane..doe@acme.com', /dot/],
		['.jane@acme.com', /dot/],
		[`${'j'.repeat(65)}@acme.com`, /64 characters/],
		[`jane@${'a.'.repeat(130)}com`, /254 characters/],
		['', /empty/],
		[null, /empty/],
		[{}, /object/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkEmail(value))).toMatch(reason);
	});
});
