import { normalizeText } from '../basics/plainText';
import { invalid, valid, withNotes, type ValidationResult } from './result';
import { doubtAbout, findSign } from '../signs/find';
import { LEFTOVER, NO_VALUE_CELL } from '../signs/texts';

/** Whether a text has an n8n variable in double braces. */
export const holdsVariable = (text: string): boolean =>
	text
		.split('{{')
		.slice(1)
		.some((part) => /\$[a-z_(]/i.test(part.split('}}', 1)[0] ?? ''));

/** Whether a text only stands for a missing value. */
export const isLeftOver = (text: string): boolean => LEFTOVER.test(text.trim());

/** Whether a cell says that there is no value: `n/a`, `-`, `tbd`. */
export const saysNothing = (value: unknown): boolean =>
	typeof value === 'string' && NO_VALUE_CELL.test(value.trim());

/** Why a text can't be what the user meant: it's an expression that wasn't evaluated, or the result of one without data. */
export function unresolvedIn(text: string): ReturnType<typeof invalid> | undefined {
	const found = findSign('unresolved', text);
	return found && invalid(found.is, `${found.todo}.`);
}

/** The normalized text, for every field. Rejects a text that can't be what the user meant. */
export function checkPlainText(given: string): ValidationResult<string> {
	const { text, removed = false } = normalizeText(given);
	// Some broken characters are invisible.
	const checked = valid(text, doubtAbout('text', text), doubtAbout('encoding', given));
	return unresolvedIn(text) ?? withNotes(checked, removed);
}
