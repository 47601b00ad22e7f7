import ipaddr from 'ipaddr.js';

import { LIMITS } from '../api/limits';
import { parseUrl, textCheck } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** A block of addresses that are not ordinary public ones. */
interface Block {
	/** Completes the sentence "10.1.2.3 …". */
	words: string;
	/** Not reachable over the internet, so surely not public. Otherwise the service is the judge. */
	refused: boolean;
}

const BEHIND_ROUTER = 'is a private network address';
const DOCUMENTATION = 'is reserved for documentation';
const BENCHMARK = 'is reserved for benchmarks';
const RESERVED = 'is reserved';
const MULTICAST = 'is a multicast address';
const LINK_LOCAL = 'is a link-local address';
const LOOPBACK = 'is a loopback address';
const INFRASTRUCTURE = 'belongs to the infrastructure of the internet, not to a visitor';

const refused = (range: string, words: string) => [range, { words, refused: true }] as const;
const doubtful = (range: string, words: string) => [range, { words, refused: false }] as const;

/**
 * The special-purpose registries of RFC 6890 as they stand; the first match counts. What they call "not globally reachable"
 * is refused (docs/api.md, Reveal): private, reserved, loopback, link-local and multicast.
 */
const BLOCKS: ReadonlyArray<readonly [range: string, block?: Block]> = [
	refused('0.0.0.0/8', 'is reserved: it means "this network"'),
	refused('10.0.0.0/8', BEHIND_ROUTER),
	refused('100.64.0.0/10', 'is a private address, shared by the customers of a provider'),
	refused('127.0.0.0/8', LOOPBACK),
	refused('169.254.0.0/16', LINK_LOCAL),
	refused('172.16.0.0/12', BEHIND_ROUTER),
	doubtful('192.0.0.9/32', INFRASTRUCTURE),
	doubtful('192.0.0.10/32', INFRASTRUCTURE),
	refused('192.0.0.0/24', RESERVED),
	refused('192.0.2.0/24', DOCUMENTATION),
	doubtful('192.31.196.0/24', INFRASTRUCTURE),
	doubtful('192.52.193.0/24', INFRASTRUCTURE),
	doubtful('192.88.99.0/24', INFRASTRUCTURE),
	refused('192.168.0.0/16', BEHIND_ROUTER),
	doubtful('192.175.48.0/24', INFRASTRUCTURE),
	refused('198.18.0.0/15', BENCHMARK),
	refused('198.51.100.0/24', DOCUMENTATION),
	refused('203.0.113.0/24', DOCUMENTATION),
	refused('224.0.0.0/4', MULTICAST),
	refused('255.255.255.255/32', 'is reserved: it is the broadcast address'),
	refused('240.0.0.0/4', RESERVED),
	refused('::/128', 'is reserved: it means "no address"'),
	refused('::1/128', LOOPBACK),
	doubtful('64:ff9b::/96', 'is an IPv4 address behind a translator (NAT64)'),
	refused('64:ff9b:1::/48', 'is a private address of a translator (NAT64)'),
	refused('100::/64', 'is reserved for discarded traffic'),
	refused('100:0:0:1::/64', RESERVED),
	doubtful('2001::/32', 'belongs to a tunnel (Teredo), not to a company'),
	doubtful('2001:1::/126', INFRASTRUCTURE),
	refused('2001:2::/48', BENCHMARK),
	doubtful('2001:3::/32', INFRASTRUCTURE),
	doubtful('2001:4:112::/48', INFRASTRUCTURE),
	doubtful('2001:20::/28', INFRASTRUCTURE),
	doubtful('2001:30::/28', INFRASTRUCTURE),
	refused('2001::/23', RESERVED),
	refused('2001:db8::/32', DOCUMENTATION),
	doubtful('2002::/16', 'belongs to a tunnel (6to4), not to a company'),
	doubtful('2620:4f:8000::/48', INFRASTRUCTURE),
	refused('3fff::/20', DOCUMENTATION),
	refused('5f00::/16', RESERVED),
	refused('fc00::/7', BEHIND_ROUTER),
	refused('fe80::/10', LINK_LOCAL),
	refused('fec0::/10', BEHIND_ROUTER),
	refused('ff00::/8', MULTICAST),
	// What IPv6 has assigned so far.
	['2000::/3'],
	doubtful('::/0', "isn't assigned to anyone yet"),
];

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parsed with the first address, not when n8n starts. */
let ranges: ReadonlyArray<readonly [Range, Block | undefined]> | undefined;

/** The special block that an address lies in, or undefined for an ordinary public address. */
export function blockOf(address: ipaddr.IPv4 | ipaddr.IPv6): Block | undefined {
	ranges ??= BLOCKS.map(([range, block]) => [ipaddr.parseCIDR(range), block]);
	const matching = ranges.find(([range]) => range[0].kind() === address.kind() && address.match(range));
	return matching?.[1];
}

const FIX = 'Use one public IPv4 or IPv6 address, such as 8.8.8.8.';

/** Text that is surely not one bare address, and what it is instead. The first match counts. */
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

/** Text without a colon that lax readers would take for an address, and why it is none. */
const LAX_FORMS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^(\d+|0x[\da-f]+)$/i, 'is a single number, not four numbers with dots'],
	[/(^|\.)0x/i, 'has a hexadecimal part'],
	[/^[\d.]*(^|\.)0\d/, 'has a part with a leading zero, which some read as octal'],
	[/^\d+\.\d+(\.\d+)?\.?$/, 'does not have four parts'],
	[/^\d+(\.\d+){4,}$/, 'does not have four parts'],
	[/^\d+(\.\d+){3}$/, 'has a part above 255'],
	[/[a-z]/i, 'is a name, not an address'],
];

/**
 * `ip` of a reveal (docs/api.md, Reveal): one public IPv4 or IPv6 address, to its canonical form (RFC 5952 for IPv6).
 * An IPv4 address written in IPv6 form is judged, and sent, as the IPv4 address.
 */
export const checkPublicIpAddress = textCheck(FIX, (text, refuse) => {
	const [, otherThing, fix] = OTHER_THINGS.find(([form]) => form.test(text)) ?? [];
	if (otherThing) return refuse(otherThing, fix);
	if (text.length > LIMITS.revealIpLength)
		return refuse(`is longer than ${LIMITS.revealIpLength} characters`);
	const address = parse(text);
	if (address) return checkBlock(address);
	const [, laxForm] = (!text.includes(':') && LAX_FORMS.find(([form]) => form.test(text))) || [];
	return refuse(laxForm ?? 'is not an IP address');
});

/** Strict: four decimal parts without leading zeros, or IPv6. The URL parser also reads IPv6 that ends in such parts. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	const url = /^[\da-f.]*:[\da-f.:]*$/i.test(text) ? parseUrl(`http://[${text}]`) : undefined;
	return url && ipaddr.IPv6.parse(url.hostname.slice(1, -1));
}

function checkBlock(address: ipaddr.IPv4 | ipaddr.IPv6): ValidationResult<string> {
	if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
		const ipv4 = checkBlock(address.toIPv4Address());
		if (!ipv4.ok) return ipv4;
		const hint = `The address is an IPv4 address in IPv6 form; it is sent as ${ipv4.value}.`;
		return valid(ipv4.value, hint, ...ipv4.hints);
	}
	const canonical = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
	const block = blockOf(address);
	if (!block) return valid(canonical);
	if (!block.refused)
		return valid(canonical, `${canonical} ${block.words}. The service may find no company.`);
	return invalid(
		`${canonical} ${block.words}.`,
		'Use the public address of the visitor. Behind a proxy it is the first one in the X-Forwarded-For header.',
	);
}
