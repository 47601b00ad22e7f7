import { cpuMsOf } from '../../cpuMsOf';
import { checkKeyword } from '../../../nodes/shared/values/rules/radarFieldChecks';
import { checkPlainText, checkText, isBlank } from '../../../nodes/shared/values/rules/primitives';
import {
	normalizeText,
	shortened,
	trimText,
	withCodePoints,
} from '../../../nodes/shared/values/basics/inWords';
import { hints, refusal } from './results';

describe('an invisible character', () => {
	it.each([
		...[0xfeff, 0x200b, 0x2060, 0x00ad, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
		...[
			0x0000, 0x0008, 0x001b, 0x007f, 0x009f, 0x034f, 0x061c, 0x115f, 0x1160, 0x2061, 0x2064, 0x2066, 0x2069,
		],
		...[0x206a, 0x2800, 0x3164, 0xffa0, 0xfff9, 0x1d173, 0xe0001],
	])('number %i is removed, with a note that names it and its place', (codePoint) => {
		const character = String.fromCodePoint(codePoint);
		const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
		const result = checkPlainText(`heat${character} pumps`);
		expect(hints(result)).toBe(`An invisible character was removed: ${name} (character 5).`);
		expect(trimText(`${character} x${character}y ${character}`)).toBe(`x${character}y`);
		expect(isBlank(` ${character} `)).toBe(true);
		expect(withCodePoints(`a${character}b`)).toBe(`a<${name}>b`);
	});

	it('is counted in characters, and named five times at most', () => {
		expect(normalizeText('😀\u200bx').removed).toMatch(/character 2\)/);
		expect(normalizeText('\u200b\u200b\u200ba\u200bb\u200bc\u200bd\u2060').removed).toBe(
			'Invisible characters were removed: U+200B (character 1), U+200B (character 2), U+200B (character 3), U+200B (character 5), U+200B (character 7) and 2 more.',
		);
	});

	it('goes, and leaves the joiner of a word beside it', () => {
		expect(normalizeText('می\u200b\u200cخواهم').text).toBe('می\u200cخواهم');
	});
});

describe('a text of nothing but blanks and invisible characters', () => {
	it.each([
		'\u200b',
		' \u200b ',
		'\u200b \u200b',
		'\u200b \u200b \u200b',
		'\u200c\u00a0\u200c\u00a0\u200c\u00a0',
		'\u3164\n\u2800\n\u3164',
	])('is empty: %j', (text) => {
		expect(isBlank(text)).toBe(true);
		expect(refusal(checkKeyword(text))).toMatch(/^is empty/);
	});
});

describe('blanks', () => {
	it.each([
		['\u00a0heat\u00a0pumps\u00a0', 'heat pumps'],
		['heat\u2003pumps', 'heat pumps'],
		['heat\u3000pumps', 'heat pumps'],
		['heat\u202fpumps', 'heat pumps'],
		['a\r\nb', 'a\nb'],
		['a\rb', 'a\nb'],
		['a\u2028b\u2029c\u0085d\ve', 'a\nb\nc\nd\ne'],
		['a\tb', 'a\tb'],
		[' \ufeff x \u200b ', 'x'],
	])('of %j become plain: %j', (given, text) => {
		expect(normalizeText(given).text).toBe(text);
	});
});

describe('a text', () => {
	it('is shown short, and with its invisible characters', () => {
		expect(refusal(checkPlainText(`{{ $json.x }}${'x'.repeat(1000)}`)).length).toBeLessThan(300);
		expect(refusal(checkText({}, 'Fix.'))).toMatch(/an object/);
		expect(refusal(checkText(' \u200b', 'Fix.'))).toMatch(/^is empty/);
	});
});

describe('reading a text takes no longer than its length', () => {
	it.each([
		['invisible characters between words', 'a\u200b'.repeat(20_000)],
		['a run of invisible characters', `x${'\u200b'.repeat(20_000)}x`],
		['open braces', '{{'.repeat(20_000)],
		['open braces with dollars', `${'{{$'.repeat(1500)}}`],
		['dollars in braces', `${'{{'.repeat(500)}${'$'.repeat(500)}}`],
		['repeated nulls', `${'null, '.repeat(20_000)}x`],
		['blanks', `a${' '.repeat(100_000)}b`],
	])('%s', async (_, text) => {
		const { cpuMs } = await cpuMsOf(() => [checkPlainText(text), trimText(text), shortened(text)]);
		expect(cpuMs).toBeLessThan(2000);
	});
});
