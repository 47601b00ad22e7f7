import { checkCount, checkLimit, checkUsd, wholeNumber } from '../../../nodes/shared/values/rules/primitives';
import { refusal, sent } from './results';

describe('a whole number', () => {
	it('is refused with the least one, where zero is too small', () => {
		expect(refusal(checkLimit(0))).toMatch(/^0 is not a whole number of 1 or more\./);
		expect(refusal(checkLimit(0))).toMatch(/, or turn on Return All\.$/);
		expect(refusal(checkCount(1.5))).toMatch(/^1\.5 is not a whole number of 0 or more\./);
	});

	it.each([
		[1, 1],
		[10, 10],
		['7', 7],
		[' 7\u200b', 7],
		[7n, 7],
	])('between 1 and 10 may be %p', (value, number) => {
		for (const check of [wholeNumber(1, 10), checkLimit, checkCount]) expect(sent(check(value))).toBe(number);
	});

	it.each([0, 11, -1, 2.5, Infinity, 'many', '3 days', '0x5', '1e0'])(
		'between 1 and 10 is not %j',
		(value) => {
			expect(refusal(wholeNumber(1, 10)(value))).toMatch(/is not a whole number from 1 to 10\./);
		},
	);

	it.each([[[5]], [['5']], [[[5]]], [true], [{}], [new Date(5)], [undefined], ['']])('is not %j', (value) => {
		for (const check of [wholeNumber(1, 10), checkLimit, checkCount]) expect(check(value).ok).toBe(false);
	});

	it('may have no upper limit', () => {
		expect(sent(wholeNumber(1)(10_000))).toBe(10_000);
		expect(refusal(wholeNumber(1)(0))).toMatch(/^0 is not a whole number of 1 or more\./);
	});
});

it('a number is an amount however JavaScript writes it', () => {
	expect(sent(checkUsd(1e-7))).toBe(1e-7);
});
