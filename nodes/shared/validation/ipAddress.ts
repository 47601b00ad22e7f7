import { LIMITS } from '../api/limits';
import ipaddr from 'ipaddr.js';
import { blockOf } from './ipBlocks';
import { checkText, quoted } from './primitives';
import { invalid, valid, type Problem, type ValidationResult } from './result';

const FIX = 'Use one public IPv4 or IPv6 address, such as 8.8.8.8.';

/** Text that is surely not one bare address, and what it is instead. The first match counts. */
const OTHER_THINGS: ReadonlyArray<readonly [RegExp, string, string]> = [
	[
		/^\w*:?\/\//,
		'is a URL, not an address',
		'Use the IP address alone. A URL or a host name cannot be looked up.',
	],
	[/^[^/]*\/\d+$/, 'is a range of addresses (CIDR)', 'Use one address of the range, without the slash.'],
	[/\//, 'is a URL or a path, not an address', FIX],
	[
		/%/,
		'has a zone ID',
		'Remove the % and what follows it. Addresses with a zone are local and cannot be looked up.',
	],
	[/^\[.*\]:\d*$/, 'has a port', 'Remove the brackets and the port.'],
	[/[[\]]/, 'has brackets', 'Remove the brackets.'],
	[
		/^[\da-f.:]+[\s,;]+[\da-f.:]/i,
		'is more than one address',
		'Use one address an item. Of a list of proxies the first is the visitor.',
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
