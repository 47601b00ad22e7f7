import { checkText, classifyValue, quoted, shown } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** A decimal number, or the text of one, that is not below zero. */
function checkAmount(value: unknown, fix: string): ValidationResult<number> {
	const classified = classifyValue(value);
	const text = checkText(value, fix);
	if (!text.ok) return text;
	if (classified.kind === 'text' && !/^[+-]?\d+(\.\d+)?$/.test(classified.text)) {
		return invalid(`${quoted(classified.text)} is not a number.`, fix);
	}
	const amount = Number(text.value);
	if (!Number.isFinite(amount)) return invalid(`${quoted(text.value)} is not a number.`, fix);
	return amount < 0 ? invalid(`${text.value} is less than zero.`, fix) : valid(amount);
}

/** An amount of money in USD: zero or more. */
export const checkUsd = (value: unknown): ValidationResult<number> =>
	checkAmount(value, 'Use an amount in US dollars, such as 5 or 0.50.');

/** A time in seconds: zero or more. */
export const checkSeconds = (value: unknown): ValidationResult<number> =>
	checkAmount(value, 'Use a number of seconds, such as 60.');

/** How many of something: a whole number, zero or more. */
export function checkCount(value: unknown): ValidationResult<number> {
	const fix = 'Use a whole number of 0 or more.';
	const amount = checkAmount(value, fix);
	if (!amount.ok || Number.isInteger(amount.value)) return amount;
	return invalid(`${amount.value} is not a whole number.`, fix);
}

/** How many results to return: a whole number, one or more. */
export function checkLimit(value: unknown): ValidationResult<number> {
	const fix = 'Use a whole number of 1 or more, or turn on Return All.';
	const amount = checkAmount(value, fix);
	if (!amount.ok || (Number.isInteger(amount.value) && amount.value > 0)) return amount;
	return invalid(`${amount.value} is not a whole number of 1 or more.`, fix);
}

/** A check for whole numbers between two others. */
export const wholeNumber =
	(min: number, max = Number.MAX_SAFE_INTEGER) =>
	(value: unknown): ValidationResult<number> => {
		const number = typeof value === 'number' ? value : Number.parseFloat(String(value));
		if (Number.isInteger(number) && number >= min && number <= max) return valid(number);
		const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
		return invalid(`${shown(value)} is not a whole number ${range}.`, `Use a whole number ${range}.`);
	};
