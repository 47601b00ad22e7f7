import { checkText, look, quoted } from './look';
import { invalid, valid, type Verdict } from './verdict';

const FIX = 'Use an amount in US dollars, such as 5 or 0.50.';

/** An amount of money in USD: zero or more. */
export function checkUsd(value: unknown): Verdict<number> {
	const seen = look(value);
	const text = checkText(value, FIX);
	if (!text.ok) return text;
	if (seen.kind === 'text' && !/^[+-]?\d+(\.\d+)?$/.test(seen.text)) {
		return invalid(`${quoted(seen.text)} is not an amount.`, FIX);
	}
	const amount = Number(text.value);
	if (!Number.isFinite(amount)) return invalid(`${text.value} is not an amount.`, FIX);
	if (amount < 0) return invalid(`${text.value} is less than zero.`, FIX);
	return valid(amount);
}
