import { quoted } from '../basics/plainText';
import { checkText, shown } from './primitives';
import { andThen, invalid, valid, type Check } from './result';

/** Accepts a decimal number of 0 or more, or its text. */
const amountCheck =
	(fix: string): Check<number> =>
	(value) =>
		andThen(checkText(value, fix), (text) => {
			const isNumber = typeof value !== 'string' || /^[+-]?\d+(\.\d+)?$/.test(text);
			const amount = isNumber ? Number(text) : NaN;
			if (!Number.isFinite(amount)) return invalid(`${quoted(text)} is not a number.`, fix);
			return amount < 0 ? invalid(`${text} is less than zero.`, fix) : valid(amount);
		});

/** An amount of money in USD: zero or more. */
export const checkUsd = amountCheck('Use an amount in US dollars, such as 5 or 0.50.');

/** A time in seconds: zero or more. */
export const checkSeconds = amountCheck('Use a number of seconds, such as 60.');

/** Accepts a whole number from `min` to `max`, or its text. `orElse` ends the advice. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER, orElse = ''): Check<number> {
	const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
	const fix = `Use a whole number ${range}${orElse}.`;
	return (value) =>
		andThen(checkText(value, fix), (text) => {
			const number = /^\d+$/.test(text) ? Number(text) : NaN;
			const isInRange = number >= min && number <= max;
			return isInRange ? valid(number) : invalid(`${shown(value)} is not a whole number ${range}.`, fix);
		});
}

/** How many of something: a whole number, zero or more. */
export const checkCount = wholeNumber(0);

/** How many results to return: a whole number, one or more. */
export const checkLimit = wholeNumber(1, undefined, ', or turn on Return All');
