import { isIP, isIPv6 } from 'node:net';

import fc from 'fast-check';

import { checkPublicIpAddress } from '../../nodes/shared/values/rules/ipAddress';
import { canonicalIp, publicIpProblem } from '../../sandbox/rules/ip';
import { mutated } from './mutations';
import { always, numRuns } from './runs';

const PIECES = [
	'.',
	':',
	'::',
	'0',
	'00',
	'f',
	'g',
	'1',
	'255',
	'256',
	'/8',
	'%0',
	':80',
	'[',
	']',
	' ',
	'0x',
	',',
	'-',
	'１',
];

/** First octets of blocks with a meaning of their own, and their neighbours. */
const edge = fc.constantFrom(
	0,
	9,
	10,
	11,
	100,
	126,
	127,
	128,
	169,
	172,
	191,
	192,
	193,
	198,
	203,
	223,
	224,
	239,
	240,
	255,
);
const octet = fc.oneof(
	fc.nat(255),
	fc.constantFrom(0, 15, 16, 31, 32, 51, 63, 64, 88, 99, 100, 113, 127, 128, 168, 254, 255),
);
const ipv4 = fc.tuple(edge, octet, octet, octet).map((octets) => octets.join('.'));

const group = fc.oneof(
	fc.nat(0xffff),
	fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 0x10, 0x20, 0x30, 0x112, 0x1fff, 0xffff),
);
const firstGroup = fc.oneof(
	fc.integer({ min: 0x2000, max: 0x3fff }),
	fc.constantFrom(
		0,
		0x64,
		0x100,
		0x1fff,
		0x2001,
		0x2002,
		0x2620,
		0x3fff,
		0x4000,
		0x5f00,
		0xfc00,
		0xfe80,
		0xfec0,
		0xff02,
	),
);
const secondGroup = fc.oneof(group, fc.constantFrom(0xdb8, 0xff9b, 0x4f));
const written = fc.constantFrom(
	(value: number) => value.toString(16),
	(value: number) => value.toString(16).toUpperCase(),
	(value: number) => value.toString(16).padStart(4, '0'),
);

/** IPv6 in every notation: with and without a gap, leading zeros, capitals, a dotted tail. */
const ipv6 = fc
	.tuple(
		fc.tuple(firstGroup, secondGroup, group, group, group, group, group, group),
		written,
		fc.nat(7),
		fc.nat(4),
		fc.option(ipv4, { freq: 4 }),
	)
	.map(([groups, write, gap, length, tail]) => {
		const texts: string[] = groups.map(write);
		if (tail !== null) texts.splice(6, 2, tail);
		if (length === 0) return texts.join(':');
		return `${texts.slice(0, gap).join(':')}::${texts.slice(gap + length).join(':')}`;
	});
const mapped = fc
	.tuple(fc.constantFrom('::ffff:', '::FFFF:', '0:0:0:0:0:ffff:'), ipv4)
	.map((parts) => parts.join(''));

const addresses = fc.oneof(ipv4, fc.ipV4(), fc.ipV4Extended(), ipv6, fc.ipV6(), mapped);

const inputs = fc.oneof(addresses, mutated(addresses, PIECES));

/** Addresses that were judged differently once, or that lenient readers take. */
const KEPT = [
	'::8.8.8.8',
	'::ffff:8.8.8.8',
	'::ffff:10.0.0.1',
	'010.8.8.8',
	'8.8',
	'2001:4860:4860::8888%1',
	'1:2:3:4:5:6:7::',
	'2606:4700::1:2:3:4:5:6',
	'100:0:0:1::1',
	'192.0.0.9',
	'00:0:0:0:0:ffff:172.0.0.0',
];

describe('addresses', () => {
	it('are judged alike by the check and by the rule of the sandbox, where the API settles the matter', () => {
		let taken = 0;
		let refused = 0;
		const judgedAlike = (text: string) => {
			const verdict = checkPublicIpAddress(text);
			if (verdict.ok && [...verdict.doubts, ...verdict.notes].length > 0) return true;
			const problem = publicIpProblem(text.trim());
			if (!verdict.ok) {
				refused += 1;
				return problem !== null;
			}
			taken += 1;
			return problem === null && verdict.value === canonicalIp(text.trim());
		};
		always(inputs, judgedAlike, KEPT);
		expect(taken).toBeGreaterThan(numRuns / 10);
		expect(refused).toBeGreaterThan(numRuns / 10);
	});

	it('are refused as malformed exactly where they are', () => {
		always(inputs, (text) => {
			const verdict = checkPublicIpAddress(text);
			const reason = verdict.ok ? '' : (verdict.problems[0]?.what ?? '');
			const isWellFormed = isIP(text.trim()) !== 0 && !text.includes('%');
			return /^("|is empty)/.test(reason) === !isWellFormed;
		});
	});

	it('in IPv6 form of an IPv4 address are judged as that address', () => {
		always(ipv4, (inner) => {
			const outer = checkPublicIpAddress(`::ffff:${inner}`);
			const plain = checkPublicIpAddress(inner);
			return outer.ok && plain.ok ? outer.value === plain.value : outer.ok === plain.ok;
		});
	});

	it('have one canonical form, the one of RFC 5952', () => {
		always(ipv6, (text) => {
			const verdict = checkPublicIpAddress(text);
			return (
				!verdict.ok ||
				!isIPv6(verdict.value) ||
				`[${verdict.value}]` === new URL(`http://[${text}]/`).hostname
			);
		});
	});
});
