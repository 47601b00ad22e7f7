import { KEYWORD_MIN_LENGTH } from '../api/assumptions';
import { checkText, quoted } from './primitives';
import { valid, type ValidationResult } from './result';

/** `keyword` of an industry radar: any text. One that is very short is sent with a hint. */
export function checkKeyword(value: unknown): ValidationResult<string> {
	const text = checkText(value, 'Use a word or a phrase, such as heat pumps.');
	if (!text.ok || Array.from(text.value).length >= KEYWORD_MIN_LENGTH) return text;
	return valid(
		text.value,
		`${quoted(text.value)} has fewer than ${KEYWORD_MIN_LENGTH} characters and may be rejected.`,
	);
}
