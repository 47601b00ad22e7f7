import ipaddr from 'ipaddr.js';

import { checkPublicIpAddress } from '../shared/values/rules/ipAddress';
import { textCheck } from '../shared/values/rules/primitives';
import { valid } from '../shared/values/basics/refusal';

/** A request as n8n's web server, Express, provides it. */
export interface AddressedRequest {
	/** With as many trusted proxies as N8N_PROXY_HOPS says. */
	ip?: string;
	headers: Record<string, string | string[] | undefined>;
	/** n8n sets `trust proxy` to N8N_PROXY_HOPS. */
	app?: { get?(setting: 'trust proxy'): unknown };
}

/** What a request suggests about n8n's settings. A single one may be odd, so only most of many count. */
export type AddressSign = 'right' | 'tooFewHops' | 'tooManyHops' | 'notPublic' | 'notInHeader';

export interface FoundAddress {
	/** Undefined if the visitor can't be looked up. */
	address?: string;
	sign: AddressSign;
	/** Tells requests of different networks apart. */
	network: string;
}

const headerOf = ({ headers }: Pick<AddressedRequest, 'headers'>, name: string): string => {
	const value = headers[name];
	return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim();
};

/** Headers to which every proxy adds an entry. */
export const LIST_HEADERS = ['x-forwarded-for', 'forwarded', 'via'];

/** Its addresses always end with a port, IPv6 without brackets. */
const HEADER_WITH_PORT = 'cloudfront-viewer-address';

/** Without quotes, brackets and port, which some proxies add. */
function unwrapped(text: string): string {
	const bare = text.trim().replace(/^"(.*)"$/, '$1');
	return (
		/^\[(.+)\](?::\d+)?$/.exec(bare)?.[1] ??
		bare.replace(/^([\d.]+|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):\d+$/i, '$1')
	);
}

function publicAddress(text: string): string | undefined {
	const result = checkPublicIpAddress(unwrapped(text));
	return result.ok ? result.value : undefined;
}

/** An address that a company's network can have; others cost a lookup for nothing, or name the wrong company. */
export function canBeLookedUp(address: string): boolean {
	const result = checkPublicIpAddress(address);
	return result.ok && result.doubts.length === 0;
}

function inHeader(request: AddressedRequest, name: string): FoundAddress {
	const value = headerOf(request, name);
	const address = publicAddress(name === HEADER_WITH_PORT ? value.replace(/:\d+$/, '') : value);
	const network = networkOf(address ?? publicAddress(request.ip ?? '') ?? '0.0.0.0');
	return { address, sign: address === undefined ? 'notInHeader' : 'right', network };
}

/**
 * The visitor's public address, which can't be forged if N8N_PROXY_HOPS is right: each of these proxies added one entry to
 * X-Forwarded-For. Proxies on the visitor's side may have added others before these.
 */
export function addressOf(request: AddressedRequest, addressHeader = ''): FoundAddress {
	if (addressHeader) return inHeader(request, addressHeader);
	const hops = Number(request.app?.get?.('trust proxy')) || 0;
	const entries = headerOf(request, 'x-forwarded-for')
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
	const address = publicAddress(request.ip ?? '');
	const network = address === undefined ? (entries[0] ?? '') : networkOf(address);
	if (address === undefined) return { sign: 'notPublic', network };
	if (entries.length < hops) return { sign: 'tooManyHops', network };
	const isForwarded = entries.slice(0, entries.length - hops).some((entry) => publicAddress(entry));
	if (!isForwarded) return { address, sign: 'right', network };
	// No browser sends this header, so without trusted proxies the address is that of a proxy.
	return { address: hops > 0 ? address : undefined, sign: 'tooFewHops', network };
}

export const ADDRESS_HINTS: Record<Exclude<AddressSign, 'right'>, string> = {
	tooFewHops:
		"Page views passed more proxies than n8n knows, so a proxy's address may be looked up. Set N8N_PROXY_HOPS to the number of proxies in front of n8n.",
	tooManyHops:
		"Page views passed fewer proxies than N8N_PROXY_HOPS says, so they aren't looked up. Lower it to the number of proxies in front of n8n.",
	notPublic:
		"Page views come from private addresses, so they aren't looked up. If n8n sees a proxy's address, set N8N_PROXY_HOPS to the number of proxies in front of n8n, or set 'Address Header'.",
	notInHeader:
		"Page views have no public address in 'Address Header', so they aren't looked up. Check the header's name, and that your proxy always sets it.",
};

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
