import ipaddr from 'ipaddr.js';

import { LIMITS } from '../../api/limits';
import { parseUrl } from '../basics/values';
import { longerThan, textCheck } from './primitives';
import { andThen, invalid, valid, withNotes, type ValidationResult } from '../basics/refusal';

/** A block of addresses that are not ordinary public ones. */
interface AddressBlock {
	/** Completes the sentence "10.1.2.3 …". */
	words: string;
	/** No visitor can have it. Otherwise, the service decides. */
	refused: boolean;
}

const ORDINARY = 'is an ordinary address';

const INFRASTRUCTURE = 'belongs to the infrastructure of the internet, not to a visitor';

const UNASSIGNED = "isn't assigned to anyone yet";

const TEREDO = 'belongs to a tunnel (Teredo), not to a company';

const SIX_TO_FOUR = 'belongs to a tunnel (6to4), not to a company';

/** The service decides about these. */
const DOUBTFUL = [INFRASTRUCTURE, UNASSIGNED, TEREDO, SIX_TO_FOUR];

/** Where a translator (NAT64) puts the IPv4 address of a visitor: the last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The special-purpose blocks of RFC 6890 by words that follow an address. Most can't be a visitor's, and the service rejects them
 * (docs/contributing/api.md, Reveal). The first match counts, so exceptions come first, and unassigned addresses last.
 */
const BLOCKS: Readonly<Record<string, string>> = {
	[INFRASTRUCTURE]: '192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 2620:4f:8000::/48',
	[TEREDO]: '2001::/32',
	[SIX_TO_FOUR]: '2002::/16 192.88.99.0/24',
	'is reserved: it means "this network"': '0.0.0.0/8',
	'is reserved: it means "no address"': '::/128',
	'is reserved: it is the broadcast address': '255.255.255.255/32',
	'is reserved for documentation': '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20',
	'is reserved for benchmarks': '198.18.0.0/15 2001:2::/48',
	'is reserved for discarded traffic': '100::/64',
	'is a private network address': '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10',
	'is a private address, shared by the customers of a provider': '100.64.0.0/10',
	'is a private address of a translator (NAT64)': '64:ff9b:1::/48',
	'is a loopback address': '127.0.0.0/8 ::1/128',
	'is a link-local address': '169.254.0.0/16 fe80::/10',
	'is a multicast address': '224.0.0.0/4 ff00::/8',
	'is reserved': '192.0.0.0/24 240.0.0.0/4 100:0:0:1::/64 2001::/23 5f00::/16',
	// The part of IPv6 that is assigned so far.
	[ORDINARY]: '2000::/3',
	[UNASSIGNED]: '::/0',
};

/** Parsed with the first address, not when n8n starts. */
let ranges: Parameters<typeof ipaddr.subnetMatch>[1] | undefined;

/** The special block that an address lies in, or undefined for an ordinary public address. */
export function blockOf(address: ipaddr.IPv4 | ipaddr.IPv6): AddressBlock | undefined {
	ranges ??= Object.fromEntries(
		Object.entries(BLOCKS).map(([words, list]) => [words, list.split(' ').map(ipaddr.parseCIDR)]),
	);
	const words = ipaddr.subnetMatch(address, ranges, ORDINARY);
	return words === ORDINARY ? undefined : { words, refused: !DOUBTFUL.includes(words) };
}

const FIX = 'Use one public IPv4 or IPv6 address, such as 8.8.8.8.';

/** Texts that aren't one bare address, with what they are, and the fix. The first match counts. */
const OTHER_THINGS: ReadonlyArray<readonly [RegExp, string, string]> = [
	[
		/^\w*:?\/\//,
		'is a URL, not an address',
		"Use the IP address alone. A URL or a host name can't be looked up.",
	],
	[/^[^/]*\/\d+$/, 'is a range of addresses (CIDR)', 'Use one address of the range, without the slash.'],
	[/\//, 'is a URL or a path, not an address', FIX],
	[
		/%/,
		'has a zone ID',
		"Remove the % and what follows it. Addresses with a zone are local and can't be looked up.",
	],
	[/^\[.*\]:\d*$/, 'has a port', 'Remove the brackets and the port.'],
	[/[[\]]/, 'has brackets', 'Remove the brackets.'],
	[
		/^[\da-f.:]+[\s,;]+[\da-f.:]/i,
		'is more than one address',
		'Use one address per item. In a list of proxies, the visitor comes first.',
	],
	[/^[^:]*:\d*$/, 'has a port', 'Remove the colon and the port.'],
];

/**
 * `ip` of a reveal (docs/contributing/api.md, Reveal): one public IPv4 or IPv6 address, in canonical form (RFC 5952 for IPv6). An
 * IPv4 address written in IPv6 form is checked and sent as the IPv4 address.
 */
export const checkPublicIpAddress = textCheck(FIX, (text, refuse) => {
	const [, otherThing, fix] = OTHER_THINGS.find(([form]) => form.test(text)) ?? [];
	if (otherThing) return refuse(otherThing, fix);
	if (text.length > LIMITS.revealIpLength) return refuse(longerThan(LIMITS.revealIpLength));
	const address = parseAddress(text);
	return address ? checkBlock(address) : refuse('is not an IP address');
});

/** Strict: four decimal parts without leading zeros, or IPv6. The URL parser also reads IPv6 that ends in such parts. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	const url = /^[\da-f.]*:[\da-f.:]*$/i.test(text) ? parseUrl(`http://[${text}]`) : undefined;
	return url && ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}

/** Whether the part is zero that analytics tools remove: the last byte, or of IPv6 the last 80 bits. */
const isAnonymized = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
	address instanceof ipaddr.IPv6
		? address.parts.slice(3).every((part) => part === 0)
		: address.octets.at(-1) === 0;

/** The IPv4 address that an IPv6 address holds, in its last four bytes. */
function ipv4In(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | undefined {
	if (!(address instanceof ipaddr.IPv6)) return undefined;
	if (!address.isIPv4MappedAddress() && !address.match(NAT64)) return undefined;
	return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

function checkBlock(address: ipaddr.IPv4 | ipaddr.IPv6): ValidationResult<string> {
	const inIpv4 = ipv4In(address);
	if (inIpv4) {
		return andThen(checkBlock(inIpv4), (ipv4) =>
			withNotes(valid(ipv4), `The address is an IPv4 address in IPv6 form; it is sent as ${ipv4}.`),
		);
	}
	const canonical = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
	const block = blockOf(address);
	if (!block) {
		return valid(
			canonical,
			isAnonymized(address) &&
				`${canonical} ends in zeros, as anonymized addresses do. A match is charged and may name another company.`,
		);
	}
	if (!block.refused)
		return valid(canonical, `${canonical} ${block.words}. The service may find no company.`);
	return invalid(
		`${canonical} ${block.words}.`,
		'Use the public address of the visitor. Behind a proxy it is the first one in the X-Forwarded-For header.',
	);
}
