import { isIPv4 } from 'node:net';

/** Whether a URL's host is this machine: the only place the sandbox ever sends an event to. */
export function isLoopback(url: URL): boolean {
	const host = url.hostname;
	return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** Why `value` is no webhook URL, or null (section 6.1: an HTTPS endpoint; plain http on loopback only). */
export function webhookUrlProblem(value: string): string | null {
	if (!URL.canParse(value)) return 'must be a valid URI';
	const url = new URL(value);
	const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
	return allowed ? null : 'must be an HTTPS endpoint';
}
