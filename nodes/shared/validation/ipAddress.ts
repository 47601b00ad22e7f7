import ipaddr from 'ipaddr.js';

import { LIMITS } from '../api/limits';
import { checkText, quoted } from './primitives';
import { invalid, valid, type Problem, type ValidationResult } from './result';

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

/** Parsed with the first address, not when n8n starts. */
const lazy = <T>(make: () => T): (() => T) => {
	let made: T | undefined;
	return () => (made ??= make());
};

/**
 * The special-purpose registries of RFC 6890 as they stand; the first match counts. What they call "not globally reachable"
 * is refused (docs/api.md, Reveal): private, reserved, loopback, link-local and multicast.
 */
const ipv4Blocks = lazy(() =>
	[
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
	].map(([range, block]) => ({ range: ipaddr.IPv4.parseCIDR(range), block })),
);

const ipv6Blocks = lazy(() =>
	[
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
	].map(([range, block]) => ({ range: ipaddr.IPv6.parseCIDR(range), block })),
);

const unicastIpv6 = lazy(() => ipaddr.IPv6.parseCIDR('2000::/3'));
const UNASSIGNED: Block = { words: "isn't assigned to anyone yet", refused: false };

/** The special block that an address lies in, or undefined for an ordinary public address. */
export function blockOf(address: ipaddr.IPv4 | ipaddr.IPv6): Block | undefined {
	if (address.kind() === 'ipv4') return ipv4Blocks().find(({ range }) => address.match(range))?.block;
	const known = ipv6Blocks().find(({ range }) => address.match(range))?.block;
	return known ?? (address.match(unicastIpv6()) ? undefined : UNASSIGNED);
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
export function checkPublicIpAddress(value: unknown): ValidationResult<string> {
	const text = checkText(value, FIX);
	if (!text.ok) return text;
	const problem = problemOfForm(text.value);
	if (problem) return { ok: false, problems: [problem] };
	const address = parse(text.value);
	return address ? checkBlock(address) : invalid(`${quoted(text.value)} is not an IP address.`, FIX);
}

function problemOfForm(text: string): Problem | undefined {
	const other = OTHER_THINGS.find(([form]) => form.test(text));
	if (other) return { reason: `${quoted(text)} ${other[1]}.`, fix: other[2] };
	if (text.length > LIMITS.revealIpLength) {
		return { reason: `${quoted(text)} is longer than ${LIMITS.revealIpLength} characters.`, fix: FIX };
	}
	if (text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
	const lax = LAX_FORMS.find(([form]) => form.test(text));
	return lax && { reason: `${quoted(text)} ${lax[1]}.`, fix: FIX };
}

/** Strict: four decimal parts without leading zeros, or IPv6 of hexadecimal groups with at most one such tail. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	const hexadecimal = withoutDottedTail(text);
	if (hexadecimal === undefined || !/^[\da-f:]+$/i.test(hexadecimal)) return undefined;
	return ipaddr.IPv6.isValid(hexadecimal) ? ipaddr.IPv6.parse(hexadecimal) : undefined;
}

/** `::ffff:1.2.3.4` to `::ffff:102:304`; undefined where the tail is not strictly decimal. */
function withoutDottedTail(text: string): string | undefined {
	const start = text.lastIndexOf(':') + 1;
	const tail = text.slice(start);
	if (!tail.includes('.')) return text;
	if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return undefined;
	const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).octets;
	return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function checkBlock(address: ipaddr.IPv4 | ipaddr.IPv6): ValidationResult<string> {
	if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()) {
		const inner = checkBlock((address as ipaddr.IPv6).toIPv4Address());
		if (!inner.ok) return inner;
		return valid(
			inner.value,
			`The address is an IPv4 address in IPv6 form; it is sent as ${inner.value}.`,
			...inner.hints,
		);
	}
	const canonical =
		address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
	const block = blockOf(address);
	if (!block) return valid(canonical);
	if (!block.refused)
		return valid(canonical, `${canonical} ${block.words}. The service may find no company.`);
	return invalid(
		`${canonical} ${block.words}.`,
		'Use the public address of the visitor. Behind a proxy it is the first one in the X-Forwarded-For header.',
	);
}
