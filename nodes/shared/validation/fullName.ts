import { checkText, quoted } from './primitives';
import { valid, type ValidationResult } from './result';

/** `full_name` of a contact radar: any text. One that hardly names a person is sent with a hint. */
export function checkFullName(value: unknown): ValidationResult<string> {
	const text = checkText(value, 'Use first and last name, such as Jane Doe.');
	if (!text.ok) return text;
	const name = text.value.replace(/\s+/g, ' ');
	if (/[@/]|\d/.test(name)) return valid(name, `${quoted(name)} does not look like the name of a person.`);
	if (/^[\p{Script=Latin}.'-]+$/u.test(name))
		return valid(name, `${quoted(name)} is one word; use first and last name.`);
	return valid(name);
}
