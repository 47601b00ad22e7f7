import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/;
const TOP_LABEL = /^(xn--[a-z0-9-]+|[a-z]{2,63})$/;

/** Lower-case ASCII; nothing of what is no host. Percent signs are not decoded: a host has none. */
export const asciiHost = (host: string): string => (host.includes('%') ? '' : domainToASCII(host));

/** Without protocol, `www`, port, path, query, fragment and final dot; lower case; ASCII. */
export function normalizedDomain(value: string): string {
	const host = value
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/[/?#].*$/s, '')
		.replace(/:\d+$/, '')
		.replace(/\.$/, '');
	return asciiHost(host).replace(/^www\./, '');
}

/** Whether a host in lower-case ASCII is a name on the internet. */
export function isHostName(host: string): boolean {
	const labels = host.split('.');
	return (
		labels.length >= 2 &&
		host.length <= 253 &&
		isIP(host) === 0 &&
		asciiHost(host) === host &&
		labels.every((label) => LABEL.test(label)) &&
		TOP_LABEL.test(labels.at(-1) ?? '')
	);
}

/** Why `value` is no company domain, or null. */
export function domainProblem(value: string): string | null {
	return isHostName(normalizedDomain(value)) ? null : 'must be a valid company domain';
}
