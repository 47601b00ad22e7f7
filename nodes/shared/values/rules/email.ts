import { checkExists, checkHost, type DomainContext } from './domain';
import { domainInWords } from '../basics/inWords';
import { quoted } from '../basics/plainText';
import { textCheck, unresolvedIn } from './primitives';
import { andThen, invalid, valid, withNotes } from './result';
import { ROLE_MAILBOXES } from '../signs/contacts';
import { isFreeMail } from '../signs/domains';
import { doubtAbout } from '../signs/find';

const FIX = "Use the person's work address, such as jane.doe@example.com.";
const MAX_LOCAL = 64;
const MAX_LENGTH = 254;

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
		const inWords = `${local}@${domainInWords(domain)}`;
		if (EXAMPLE_DOMAIN.test(domain))
			return invalid(`${quoted(inWords)} is a placeholder, not a real address.`, FIX);
		if (ROLE_MAILBOXES.has(local.toLowerCase()))
			return invalid(`${quoted(inWords)} is a shared mailbox, not a person's address.`, FIX);
		const checked = withNotes(
			valid(sent, doubtAbout('address', inWords)),
			isFreeMail(domain) &&
				`${quoted(inWords)} is a private address. A work address finds the person better.`,
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
