import { DEPARTMENTS, SENIORITIES } from '../api/assumptions';
import { quoted } from './primitives';
import { checkTextList } from './textList';
import { valid, type ValidationResult } from './result';

/** `departments`: any text, with a hint on one that is not known. */
export const checkDepartments = (value: unknown) => checkKnown(value, DEPARTMENTS, 'department');

/** `seniorities`: any text, with a hint on one that is not known. */
export const checkSeniorities = (value: unknown) => checkKnown(value, SENIORITIES, 'seniority');

function checkKnown(value: unknown, known: readonly string[], what: string): ValidationResult<string[]> {
	const list = checkTextList(value, `Use names separated by commas, such as ${known[0]}.`);
	if (!list.ok) return list;
	const hints = list.value
		.filter((text) => !known.includes(text))
		.map((text) => {
			const meant = known.find((name) => name.toLowerCase() === text.toLowerCase());
			return meant === undefined
				? `${quoted(text)} isn't a known ${what} and may have no effect.`
				: `${quoted(text)} isn't a known ${what}. Did you mean "${meant}"?`;
		});
	return valid(list.value, ...hints);
}
