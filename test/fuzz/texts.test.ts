import fc from 'fast-check';

import { keyReader, nearNameFinder } from '../../nodes/shared/values/rules/keys';
import { checkPlainText } from '../../nodes/shared/values/rules/primitives';
import { normalizeText, trimText, withCodePoints } from '../../nodes/shared/values/basics/inWords';
import { sent } from '../unit/validation/results';
import { always } from './runs';

const INVISIBLE = [
	'\ufeff',
	'\u200b',
	'\u2060',
	'\u00ad',
	'\u200e',
	'\u202e',
	'\u061c',
	'\u2066',
	'\u3164',
	'\u0000',
];
const JOINERS = ['\u200c', '\u200d'];
const BLANKS = [' ', '\u00a0', '\u3000', '\t', '\n', '\r\n', '\u2028'];
const LETTERS = [
	'a',
	'é',
	'ی',
	'م',
	'क',
	'्',
	'ष',
	'😀',
	'❤',
	'\ufe0f',
	'山',
	'1',
	'-',
	'{{',
	'}}',
	'$',
	'=',
	'null',
	'undefined',
];

const soup = fc
	.array(fc.constantFrom(...INVISIBLE, ...JOINERS, ...BLANKS, ...LETTERS), { maxLength: 12 })
	.map((parts) => parts.join(''));
const texts = fc.oneof(soup, fc.string({ unit: 'binary' }));

describe('texts', () => {
	it('that were normalized stay as they are, and have nothing invisible in them', () => {
		always(texts, (given) => {
			const { text, removed } = normalizeText(given);
			const again = normalizeText(text);
			return (
				again.text === text &&
				again.removed === undefined &&
				withCodePoints(text) === text &&
				!INVISIBLE.some((character) => text.includes(character)) &&
				(removed === undefined) === (withCodePoints(given) === given)
			);
		});
	});

	it('keep all that can be seen', () => {
		const visible = (text: string) => text.replace(/[\s\u0085\u200c\u200d]/g, '');
		always(soup, (given) => {
			const rest = INVISIBLE.reduce((text, character) => text.replaceAll(character, ''), given);
			return visible(normalizeText(given).text) === visible(rest);
		});
	});

	it('lose only what is at their ends where they are only trimmed', () => {
		always(
			texts,
			(given) => given.includes(trimText(given)) && trimText(trimText(given)) === trimText(given),
		);
	});

	it('that are taken are taken again, unchanged', () => {
		always(texts, (given) => {
			const read = checkPlainText(given);
			return !read.ok || sent(checkPlainText(read.value)) === read.value;
		});
	});
});

describe('keys', () => {
	const NAMES = ['domain', 'profile_url', 'full_name', 'job_titles', 'countries', 'updates_since'];
	const read = keyReader(NAMES);
	const near = nearNameFinder(NAMES);
	const names = fc.constantFrom(...NAMES);

	it('are found in every spelling', () => {
		const between = fc.constantFrom('', '', ' ', '_', '-', '\u00a0', '\ufeff', '\u200b');
		const spelled = names.chain((name) =>
			fc.tuple(fc.constant(name), fc.tuple(...Array.from(name, () => fc.tuple(between, fc.boolean())))),
		);
		always(spelled, ([name, ways]) => {
			const key = Array.from(name.replace('_', ' '), (letter, index) => {
				const [before, isUpper] = ways[index] ?? ['', false];
				return before + (isUpper ? letter.toUpperCase() : letter);
			}).join('');
			return sent(read([[key, 1]])).known.get(name) === 1;
		});
	});

	it('with one edit are nearly right', () => {
		const edits = fc.tuple(names, fc.nat(99), fc.constantFrom('x', 'é', '7'), fc.nat(3));
		always(edits, ([name, place, letter, kind]) => {
			const letters = name.replace('_', '');
			const at = place % letters.length;
			const [before, here, after] = [letters.slice(0, at), letters[at] ?? '', letters.slice(at + 1)];
			const edited = [
				before + after,
				before + letter + after,
				before + here + letter + after,
				before + (after[0] ?? '') + here + after.slice(1),
			][kind];
			return near(edited ?? '') === name;
		});
	});
});
