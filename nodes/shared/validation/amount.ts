import { checkText, classifyValue, quoted } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** A decimal number, or the text of one, that is not below zero. */
function checkAmount(value: unknown, fix: string): ValidationResult<number> {
	const seen = classifyValue(value);
	const text = checkText(value, fix);
	if (!text.ok) return text;
	if (seen.kind === 'text' && !/^[+-]?\d+(\.\d+)?$/.test(seen.text)) {
		return invalid(`${quoted(seen.text)} is not a number.`, fix);
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
