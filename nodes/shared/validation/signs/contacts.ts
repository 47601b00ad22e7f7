import { SEPARATOR, SMART_QUOTE } from '../../basics/plainText';
import { parseUrl } from '../../basics/values';
import { isPlaceholder } from './domains';
import { wordList, type Sign } from './sign';

/** The mailboxes that RFC 2142 reserves for roles, so they aren't a person's. */
export const ROLE_MAILBOXES = wordList(
	'abuse ftp hostmaster info marketing news noc postmaster sales security support usenet uucp webmaster www',
);

/** Mailboxes that are mostly shared or made up, by their letters. The API does not list them, so the service judges. */
const DOUBTFUL_MAILBOXES = wordList(
	'accounts admin administrator anonymous autoreply billing bounce bounces careers contact customerservice donotreply dummy email ' +
		'emailnotunlocked enquiries example fake feedback finance firstlast firstname firstnamelastname hello help helpdesk hr ' +
		'inquiries it jobs johndoe lastname legal mail mailbox mailerdaemon media myemail na name noemail nobody nomail none noone ' +
		'noreply notavailable notprovided office orders placeholder press privacy reception recruiting root service team test ' +
		'unknown user username yourname youremail',
);

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

/** What may follow a name after a comma: "John Roe, Jr.", and with several capitals "Jane Doe, PharmD". */
const NAME_SUFFIX = /,\s*(?:(?:[JS]r|Esq)\.?|(?:\p{Lu}\p{Ll}*[.®-]?){2,8})(?=,|$)/gu;
/** In capitals, "DOE, JANE" would end like a title. */
const CAPITAL_SUFFIX = /,\s*(?:JR|SR|ESQ|PHD|MBA|MD|JD|CPA)\.?(?=,|$)/g;

/** Whether a name has separators: it's a list, or in another order. */
const isSeparated = (name: string): boolean =>
	SEPARATOR.test(name.replace(/\p{Ll}/u.test(name) ? NAME_SUFFIX : CAPITAL_SUFFIX, '')) ||
	/\s[-\u2013\u2014]\s/.test(name);

/** Email addresses, names of persons, and profile URLs. */
export const CONTACT_SIGNS: readonly Sign[] = [
	{
		form: (address) => {
			const at = address.lastIndexOf('@');
			const [mailbox, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1)];
			return isDoubtful(mailbox) || isPlaceholder(domain) ? address : undefined;
		},
		is: 'looks like a shared or made-up address and may be rejected',
		todo: { address: '' },
		source: 'mailboxes of roles, and values that CRMs and data vendors put in for a missing address',
		refuses: 'office@acme.com',
		passes: 'officer@acme.com',
	},
	{
		// RFC 5322 section 3.2.3, without quotes.
		form: /^(?![a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[^@]*$)/i,
		is: 'has unusual characters and may be rejected',
		todo: { address: '' },
		source: 'RFC 5322 section 3.2.3',
		refuses: '"jane doe"@acme.com',
		passes: "o'brien@acme.com",
	},
	{
		form: (name) =>
			/[@/"]|\d|\bnull\b/.test(name) || SMART_QUOTE.test(name) || isSeparated(name) ? name : undefined,
		is: 'does not look like the name of one person, such as Jane Doe',
		todo: { name: '' },
		source: 'lists, addresses and other columns in the place of a name',
		refuses: 'Jane Doe, John Roe',
		passes: 'John Roe, Jr.',
	},
	{
		form: /^[\p{Script=Latin}.'-]+$/u,
		is: 'is one word; use first and last name',
		todo: { name: '' },
		source: 'columns with the first name only',
		refuses: 'Jane',
		passes: '王伟',
	},
	{
		form: (url) => parseUrl(url)?.port || undefined,
		is: (port) => `The profile URL has a port, ${port}, and may be rejected`,
		todo: { profile: '' },
		source: 'interface: the exact shape of a profile URL',
		refuses: 'https://network.example:8443/in/jane-doe',
		passes: 'https://network.example/in/jane-doe',
	},
	{
		form: (slug) => /[\p{Pd}\p{Pi}\p{Pf}]/u.exec(slug.replaceAll('-', ''))?.[0],
		is: 'has a typographic dash or quote, and page addresses have none',
		todo: { slug: '' },
		source: 'text processors',
		refuses: 'jane–doe',
		passes: 'jane-doe',
	},
];
