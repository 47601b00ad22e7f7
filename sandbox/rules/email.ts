import { asciiHost, isHostName } from './domain';

/** Role and shared mailboxes: those of RFC 2142 and the common ones. */
const ROLES = new Set(
	(
		'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp ' +
		'admin administrator contact hello office team hr jobs careers recruiting billing accounting finance ' +
		'help helpdesk service press media noreply no-reply donotreply mail enquiries inquiries privacy legal root'
	).split(' '),
);
const PLACEHOLDERS = new Set(
	'test example sample placeholder name email user username firstname.lastname'.split(' '),
);
const PLACEHOLDER_DOMAIN = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** Why `value` is no address of one person, or null (docs/contributing/api.md, Create a radar). */
export function personalEmailProblem(value: string): string | null {
	const at = value.lastIndexOf('@');
	const local = value.slice(0, Math.max(at, 0)).toLowerCase();
	const host = value.slice(at + 1).toLowerCase();
	const wellFormed = LOCAL_PART.test(local) && local.length <= 64 && /^[^/\\:?#\s]+$/.test(host);
	if (!wellFormed || !isHostName(asciiHost(host))) return 'must be a valid e-mail address';
	if (ROLES.has(local.replace(/\+.*$/, ''))) return 'must not be a role-based or shared address';
	if (PLACEHOLDERS.has(local) || PLACEHOLDER_DOMAIN.test(host)) return 'must not be a placeholder address';
	return null;
}
