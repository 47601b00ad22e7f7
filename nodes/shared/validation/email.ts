import { checkExists, checkHost, isFreeMail, isPlaceholder, type DomainContext } from './domain';
import { quoted } from '../basics/plainText';
import { textCheck } from './primitives';
import { andThen, invalid, valid, withNotes } from './result';
import { unresolvedIn } from './text';

const FIX = "Use the person's work address, such as jane.doe@example.com.";
const MAX_LOCAL = 64;
const MAX_LENGTH = 254;

/** The mailboxes that RFC 2142 reserves for roles, so they aren't a person's. */
const ROLE_MAILBOXES: ReadonlySet<string> = new Set(
	'abuse ftp hostmaster info marketing news noc postmaster sales security support usenet uucp webmaster www'.split(
		' ',
	),
);

/** Mailboxes that are mostly shared or made up, by their letters. The API does not list them, so the service judges. */
const DOUBTFUL_MAILBOXES: ReadonlySet<string> = new Set(
	(
		'accounts admin administrator anonymous autoreply billing bounce bounces careers contact customerservice donotreply dummy email ' +
		'emailnotunlocked enquiries example fake feedback finance firstlast firstname firstnamelastname hello help helpdesk hr ' +
		'inquiries it jobs johndoe lastname legal mail mailbox mailerdaemon media myemail na name noemail nobody nomail none noone ' +
		'noreply notavailable notprovided office orders placeholder press privacy reception recruiting root service team test ' +
		'unknown user username yourname youremail'
	).split(' '),
);

/** RFC 5322 section 3.2.3, without quotes. */
const PLAIN_MAILBOX = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;

/** RFC 6761 section 6.5. */
const EXAMPLE_DOMAIN = /(^|\.)example(\.(com|net|org))?$/;

/**
 * `email` of a contact radar (docs/contributing/api.md, Create a radar): role-based, shared and placeholder addresses are rejected by the service.
 * Those of RFC 2142 and the example domains are wrong; others that look alike are doubtful. A private address is a person's, too.
 */
export const checkEmail = textCheck(FIX, (text, refuse, context: DomainContext) => {
	const address = text.replace(/^mailto:/i, '');
	const at = address.lastIndexOf('@');
	const problem = problemOfForm(address, at);
	if (problem !== undefined) return refuse(problem);
	const local = address.slice(0, at);
	const unresolved = unresolvedIn(local);
	if (unresolved) return unresolved;
	const host = checkHost(address.slice(at + 1), () => refuse('does not end in a domain after the @ sign'));
	return andThen(host, (domain) => {
		const sent = `${local}@${domain}`;
		if (EXAMPLE_DOMAIN.test(domain))
			return invalid(`${quoted(sent)} is a placeholder, not a real address.`, FIX);
		const mailbox = local.toLowerCase();
		if (ROLE_MAILBOXES.has(mailbox))
			return invalid(`${quoted(sent)} is a shared mailbox, not a person's address.`, FIX);
		const checked = withNotes(
			valid(
				sent,
				(isDoubtful(mailbox) || isPlaceholder(domain)) &&
					`${quoted(sent)} looks like a shared or made-up address and may be rejected.`,
				!PLAIN_MAILBOX.test(mailbox) && `${quoted(sent)} has unusual characters and may be rejected.`,
			),
			isFreeMail(domain) && `${quoted(sent)} is a private address. A work address finds the person better.`,
		);
		return andThen(checkExists(domain, context), () => checked);
	});
});

function problemOfForm(address: string, at: number): string | undefined {
	if (/[*\u2022\u2026]/.test(address)) return 'is masked: some of its characters are hidden';
	if (/[<>]/.test(address)) return 'has more than the address: use only the part between < and >';
	if (at < 0) return 'has no @ sign';
	if (at === 0) return 'has nothing before the @ sign';
	const local = address.slice(0, at);
	if (!/^".*"$/.test(local)) {
		if (/[\s,;]/.test(address)) return 'has a space, a comma or a semicolon in it; use one address';
		if (local.includes('@')) return 'has two @ signs';
		if (/^\.|\.\.|\.$/.test(local)) return 'has a misplaced dot';
	}
	if (local.length > MAX_LOCAL) return `has more than ${MAX_LOCAL} characters before the @ sign`;
	if (address.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
	return undefined;
}

/** Also with a tag or a number (`info+crm`, `sales2`), one letter (`xxx`), and the `-request` mailboxes of RFC 2142 section 6. */
function isDoubtful(mailbox: string): boolean {
	const [base = ''] = mailbox.split('+', 1);
	const letters = base.replace(/[\d._-]+/g, '');
	return (
		DOUBTFUL_MAILBOXES.has(letters) ||
		ROLE_MAILBOXES.has(letters) ||
		base.endsWith('-request') ||
		/^(.)\1{2,}$/.test(letters)
	);
}
