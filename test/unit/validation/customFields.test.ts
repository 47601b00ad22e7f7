import { DateTime } from 'luxon';

import { checkCustomFieldRows, checkCustomFields } from '../../../nodes/shared/values/rules/nameValues';
import { doubts, hints, refusal, sent, wrongParts } from './results';

describe('custom_fields', () => {
	it('sends text as it is, blanks included', () => {
		const result = checkCustomFields({ crm_id: ' 42 ', empty: '' });
		expect(sent(result)).toEqual({ crm_id: ' 42 ', empty: '' });
		expect(hints(result)).toBe('');
	});

	it('sends numbers, yes/no values and dates as text', () => {
		const at = DateTime.fromISO('2026-11-01T00:00:00.000+01:00', { setZone: true });
		const result = checkCustomFields({ a: 42, b: true, c: 7n, d: at, e: new Date(0), f: 'x' });
		expect(sent(result)).toEqual({
			...{ a: '42', b: 'true', c: '7', f: 'x' },
			d: '2026-11-01T00:00:00.000+01:00',
			e: '1970-01-01T00:00:00.000Z',
		});
	});

	it('leaves out those of this package, which belong to another radar', () => {
		const result = checkCustomFields({ n8n_list: 'Customers', crm_id: '42' });
		expect(sent(result)).toEqual({ crm_id: '42' });
		expect(hints(result)).toBe('"n8n_list" belongs to another radar and was left out.');
	});

	it('names every value that is not text by its key', () => {
		const value = {
			fine: 'x',
			deep: { a: 1 },
			list: ['x'],
			nan: NaN,
			far: Infinity,
		};
		expect(wrongParts(checkCustomFields(value))).toEqual(['deep', 'list', 'nan', 'far']);
		expect(refusal(checkCustomFields(value))).toMatch(/"deep" is an object/);
	});

	it('leaves out what is null or undefined, with a hint that names it', () => {
		const result = checkCustomFields({ fine: 'x', none: null, gone: undefined });
		expect(sent(result)).toEqual({ fine: 'x' });
		expect(hints(result)).toMatch(/"none" is empty and was left out\.\n"gone" is empty and was left out\./);
	});

	it.each([
		['a {{ first_name }} template'],
		['=SUM(A1)'],
		['=CONCAT(A1, "x")'],
		['{% if $x %}'],
		['null and void'],
		['R&D'],
	])('sends %j unchanged', (value) => {
		const result = checkCustomFields({ a: value });
		expect(sent(result)).toEqual({ a: value });
		expect(hints(result)).toBe('');
	});

	it.each([
		['{{ $json.crm_id }}', /n8n didn't evaluate/],
		['={{ $json.crm_id }}', /n8n didn't evaluate/],
		['undefined', /what an expression without data gives/],
		['#N/A', /what an expression without data gives/],
		['[object Object]', /what an expression without data gives/],
	])('sends %j with a note', (value, note) => {
		for (const result of [checkCustomFields({ a: value }), checkCustomFieldRows([{ name: 'a', value }])]) {
			expect(sent(result)).toEqual({ a: value });
			expect(doubts(result)).toBe('');
			expect(hints(result)).toMatch(note);
		}
	});

	it.each(['jane\u200b', '\ufeffx', 'a\u061cb', 'a\u0000b'])('keeps %j, with a hint', (value) => {
		const result = checkCustomFields({ a: value });
		expect(sent(result)).toEqual({ a: value });
		expect(hints(result)).toMatch(/"a" has invisible characters, which were kept: .*<U\+/);
	});

	it.each([9912140633506420, -9912140633506420, 2 ** 53, '9,91214E+15', '9.91214E+15'])(
		'says that %s may have lost digits',
		(value) => {
			const result = checkCustomFields({ id: value });
			expect(doubts(result)).toBe('');
			expect(hints(result)).toMatch(/more digits than a number can hold.*Format the column as text/);
		},
	);

	it.each([9007199254740991, '9912140633506421', 9912140633506421n, 0.1, 1e15, 'E+15', '1.5E+3x'])(
		'does not say so of %s',
		(value) => expect(hints(checkCustomFields({ id: value }))).toBe(''),
	);

	it('keeps broken characters, with a hint', () => {
		const result = checkCustomFields({ name: 'Caf\ufffd', city: 'KÃ¶ln' });
		expect(sent(result)).toEqual({ name: 'Caf\ufffd', city: 'KÃ¶ln' });
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/has broken characters.*\n.*has broken characters/);
	});

	it('sends a Persian word with its joiner without a hint', () => {
		const result = checkCustomFields({ a: 'می\u200cخواهم' });
		expect(sent(result)).toEqual({ a: 'می\u200cخواهم' });
		expect(hints(result)).toBe('');
	});

	it('reads the JSON text of an object', () => {
		expect(sent(checkCustomFields('{ "crm_id": "42" }'))).toEqual({ crm_id: '42' });
	});

	it.each([
		['{ crm_id: 42 }', /not a JSON object/],
		['[]', /not a JSON object/],
		['"x"', /not a JSON object/],
		[[], /a list, not an object/],
		[42, /42, not an object/],
		['', /empty/],
		[undefined, /empty/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkCustomFields(value))).toMatch(reason);
	});

	it('keeps a key that is special in JavaScript', () => {
		const fields = sent(checkCustomFields('{ "__proto__": "x", "constructor": "y" }'));
		expect(JSON.stringify(fields)).toBe('{"__proto__":"x","constructor":"y"}');
	});
});

describe('custom_fields as rows', () => {
	it('become an object', () => {
		const rows = [
			{ name: ' crm_id ', value: '42' },
			{ name: 'owner', value: 7 },
		];
		expect(sent(checkCustomFieldRows(rows))).toEqual({ crm_id: '42', owner: '7' });
	});

	it('are refused without a name and with a name twice, all at once', () => {
		const rows = [{ value: 'x' }, { name: 'a', value: '1' }, { name: 'a', value: '2' }, 'row'];
		expect(wrongParts(checkCustomFieldRows(rows))).toEqual([undefined, 'a', undefined]);
		expect(refusal(checkCustomFieldRows(rows))).toContain('Row 1 has no name.');
	});

	it('are left out without a value, with a hint', () => {
		const result = checkCustomFieldRows([
			{ name: 'a' },
			{ name: 'b', value: ' ' },
			{ name: 'c', value: '1' },
		]);
		expect(sent(result)).toEqual({ c: '1' });
		expect(hints(result)).toMatch(/"a" is empty and was left out\.\n"b" is empty/);
	});

	it('are refused with values that are not text', () => {
		expect(
			wrongParts(
				checkCustomFieldRows([
					{ name: 'a', value: ['x'] },
					{ name: 'b', value: {} },
				]),
			),
		).toEqual(['a', 'b']);
		expect(refusal(checkCustomFieldRows({}))).toMatch(/an object, not rows/);
	});
});
