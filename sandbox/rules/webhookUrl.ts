import { isIPv4 } from 'node:net';

/** RFC 3986: ASCII without blanks, and a host. */
const URI = /^[a-z][a-z0-9+.-]*:\/\/(?![/\\?#])[!-~]+$/i;

/** Whether a URL's host is this machine: the only place the sandbox ever sends an event to. */
export function isLoopback(url: URL): boolean {
	const host = url.hostname;
	return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** Why `value` is no webhook URL, or null: it is https, or plain http on loopback. */
export function webhookUrlProblem(value: string): string | null {
	const url = URI.test(value) ? urlOf(value) : null;
	if (url === null) return 'must be a valid URI';
	const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
	return allowed ? null : 'must be an HTTPS endpoint';
}

export function urlOf(value: string): URL | null {
	try {
		return new URL(value);
	} catch {
		return null;
	}
}
