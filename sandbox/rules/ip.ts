import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const NOT_PUBLIC = 'must be one public IPv4 or IPv6 address';
/** Anycast services of the special-purpose registry that are reachable from everywhere. */
const REACHABLE = new Set(['unicast', 'as112', 'amt', 'as112v6']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

const parsed = (value: string) => ipaddr.process(value);

/** Why `value` is not one public address, or null (docs/contributing/api.md, Reveal). An IPv4-mapped address is judged by the inner one. */
export function publicIpProblem(value: string): string | null {
	if (isIP(value) === 0 || value.includes('%')) return NOT_PUBLIC;
	const address = parsed(value);
	const inRange = address instanceof ipaddr.IPv6 ? address.match(GLOBAL_UNICAST) : true;
	return inRange && REACHABLE.has(address.range()) ? null : NOT_PUBLIC;
}

/** The canonical form of an address that passed the check: RFC 5952 for IPv6. */
export function canonicalIp(value: string): string {
	const address = parsed(value);
	return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
