import { checkTexts, isAny, isEmpty, shown } from '../../../nodes/shared/values/rules/primitives';
import { doubtAbout } from '../../../nodes/shared/values/signs/find';
import { wrongParts } from './results';

/** So that Jest doesn't take a list for several arguments. */
const each = (...values: unknown[]) => it.each(values.map((value) => ({ value })));

const SPARSE = new Array<string>(2_000_000);

it.each([
	['a function', () => 1],
	['a symbol', Symbol('id')],
	['bytes', new Uint8Array([1, 2])],
	['a list that claims millions of items', SPARSE],
])('%s is shown as unreadable', (_, value) => {
	expect(shown(value)).toBe("a value that can't be read");
});

each(
	undefined,
	null,
	'',
	' \u200b',
	[],
)('$value is empty', ({ value }) => {
	expect(isEmpty(value)).toBe(true);
});

each(
	0,
	false,
	'a',
	['a'],
	[''],
	{},
	{ length: 0 },
)('$value is not empty', ({ value }) => {
	expect(isEmpty(value)).toBe(false);
});

each('any', ' Any\n', ['ANY'])('$value asks for no filter', ({ value }) => {
	expect(isAny(value)).toBe(true);
});

each(['any', 'Sales'], ['any', ''], [], [7], 7, undefined, 'anything', { any: true })(
	'$value is a filter, or nothing',
	({ value }) => {
		expect(isAny(value)).toBe(false);
	},
);

test('a URL that ends like a cell or a sentence is doubted', () => {
	expect(doubtAbout('url', 'https://example.com/a;')).toContain('ends with ;');
	for (const end of ['\u201d', '\u2019', "'", ')', '.', '\u00bb'])
		expect(doubtAbout('url', `https://example.com/a${end}`)).toContain(`ends with ${end}`);
	expect(doubtAbout('url', 'https://example.com/a')).toBe(false);
});

test('a wrong entry is named by its place in a list, but not in a text', () => {
	expect(wrongParts(checkTexts(['a', '{{ $json.b }}'], 'Enter names.'))).toEqual(['entry 2']);
	expect(wrongParts(checkTexts('a; {{ $json.b }}', 'Enter names.'))).toEqual([undefined]);
});
