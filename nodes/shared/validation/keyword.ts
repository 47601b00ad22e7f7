import { KEYWORD_MIN_LENGTH } from '../interface/assumptions';
import { checkText, quoted } from './look';
import { valid, type Verdict } from './verdict';

/** `keyword` of an industry radar: any text. One that is very short is sent with a hint. */
export function checkKeyword(value: unknown): Verdict<string> {
	const text = checkText(value, 'Use a word or a phrase, such as heat pumps.');
	if (!text.ok || Array.from(text.value).length >= KEYWORD_MIN_LENGTH) return text;
	return valid(
		text.value,
		`${quoted(text.value)} has fewer than ${KEYWORD_MIN_LENGTH} characters and may be rejected.`,
	);
}
