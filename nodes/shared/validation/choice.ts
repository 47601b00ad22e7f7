import { checkText, quoted } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** One of the values that the API enumerates. One that differs in case or blanks only is named as the likely repair. */
export function checkChoice<T extends string>(
	value: unknown,
	choices: readonly T[],
	what: string,
): ValidationResult<T> {
	const fix = `Use one of ${choices.join(', ')}.`;
	const text = checkText(value, fix);
	if (!text.ok) return text;
	const known = choices.find((choice) => choice === text.value);
	if (known) return valid(known);
	const plain = text.value.toLowerCase().replace(/[\s-]+/g, '_');
	const meant = choices.find((choice) => choice === plain);
	return invalid(`${quoted(text.value)} is not a ${what}.`, meant ? `Use ${meant}.` : fix);
}
