import { quoted } from '../basics/plainText';
import { checkText, shown } from './primitives';
import { andThen, invalid, valid, type Check } from './result';

/** Accepts a decimal number of 0 or more, or its text. With `wholeFrom`, only whole numbers from there on. */
const amountCheck =
	(fix: string, wholeFrom?: number): Check<number> =>
	(value) =>
		andThen(checkText(value, fix), (text) => {
			const isNumber = typeof value !== 'string' || /^[+-]?\d+(\.\d+)?$/.test(text);
			const amount = isNumber ? Number(text) : NaN;
			if (!Number.isFinite(amount)) return invalid(`${quoted(text)} is not a number.`, fix);
			if (amount < 0) return invalid(`${text} is less than zero.`, fix);
			if (wholeFrom === undefined || (Number.isInteger(amount) && amount >= wholeFrom)) return valid(amount);
			const range = wholeFrom > 0 ? ` of ${wholeFrom} or more` : '';
			return invalid(`${amount} is not a whole number${range}.`, fix);
		});

/** An amount of money in USD: zero or more. */
export const checkUsd = amountCheck('Use an amount in US dollars, such as 5 or 0.50.');

/** A time in seconds: zero or more. */
export const checkSeconds = amountCheck('Use a number of seconds, such as 60.');

/** How many of something: a whole number, zero or more. */
export const checkCount = amountCheck('Use a whole number of 0 or more.', 0);

/** How many results to return: a whole number, one or more. */
export const checkLimit = amountCheck('Use a whole number of 1 or more, or turn on Return All.', 1);

const WHOLE = /^\s*\d+\s*$/;

/** Accepts whole numbers from `min` to `max`. */
export const wholeNumber =
	(min: number, max = Number.MAX_SAFE_INTEGER): Check<number> =>
	(value) => {
		const number = typeof value === 'number' || WHOLE.test(String(value)) ? Number(value) : NaN;
		if (Number.isInteger(number) && number >= min && number <= max) return valid(number);
		const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
		return invalid(`${shown(value)} is not a whole number ${range}.`, `Use a whole number ${range}.`);
	};
