import { checkCount, checkLimit, checkUsd, wholeNumber } from '../../../nodes/shared/validation/amount';
import { refusal, sent } from './results';

describe('a whole number', () => {
	it('is refused with the least one, where zero is too small', () => {
		expect(refusal(checkLimit(0))).toMatch(/^0 is not a whole number of 1 or more\./);
		expect(refusal(checkCount(1.5))).toMatch(/^1\.5 is not a whole number\./);
	});

	it.each([1, 10, '7'])('between 1 and 10 may be %j', (value) => {
		expect(sent(wholeNumber(1, 10)(value))).toBe(Number(value));
	});

	it.each([0, 11, 2.5, 'many', '3 days', '0x5', '1e0', undefined])('between 1 and 10 is not %j', (value) => {
		expect(refusal(wholeNumber(1, 10)(value))).toMatch(/is not a whole number from 1 to 10\./);
	});

	it('may have no upper limit', () => {
		expect(sent(wholeNumber(1)(10_000))).toBe(10_000);
		expect(refusal(wholeNumber(1)(0))).toMatch(/^0 is not a whole number of 1 or more\./);
	});
});

it('a number is an amount however JavaScript writes it', () => {
	expect(sent(checkUsd(1e-7))).toBe(1e-7);
});
