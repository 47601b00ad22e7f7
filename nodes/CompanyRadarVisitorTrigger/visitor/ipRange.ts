import ipaddr from 'ipaddr.js';

import { textCheck } from '../../shared/validation/primitives';
import { valid } from '../../shared/validation/result';

const IPV6_NETWORK_BITS = 64;

/** Addresses with their first bits in common. */
type IpRange = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** The network of one subscriber: an IPv4 address, or the /64 that an IPv6 address is in. */
export function networkOf(address: string): string {
	const parsed = ipaddr.process(address);
	if (parsed instanceof ipaddr.IPv4) return parsed.toString();
	return parsed.parts
		.slice(0, IPV6_NETWORK_BITS / 16)
		.map((part) => part.toString(16))
		.join(':');
}

function parseRange(text: string): IpRange | undefined {
	// ipaddr.js also takes the short and octal forms of IPv4.
	if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/.*/, ''))) return undefined;
	if (ipaddr.isValidCIDR(text)) {
		const [network, bits] = ipaddr.parseCIDR(text);
		const ipv4Bits = bits - (128 - 32);
		// Visitors with an IPv4 address in IPv6 form are compared by their IPv4 address.
		return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && ipv4Bits >= 0
			? [network.toIPv4Address(), ipv4Bits]
			: [network, bits];
	}
	if (!ipaddr.isValid(text)) return undefined;
	const address = ipaddr.process(text);
	return [address, address instanceof ipaddr.IPv4 ? 32 : IPV6_NETWORK_BITS];
}

/** An address, or a network such as 203.0.113.0/24. An IPv6 address stands for its /64. */
export const checkIpRange = textCheck(
	'Use an address such as 8.8.8.8, or a network such as 8.8.8.0/24.',
	(text, refuse) => (parseRange(text) ? valid(text) : refuse('is not an IP address or network')),
);

/** Whether the address is in one of the ranges, which have passed `checkIpRange`. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
	const parsed = ipaddr.process(address);
	return ranges.map(parseRange).some((range) => {
		if (!range || range[0].kind() !== parsed.kind()) return false;
		return parsed.match(range);
	});
}
