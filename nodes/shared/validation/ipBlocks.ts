import ipaddr from 'ipaddr.js';

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
