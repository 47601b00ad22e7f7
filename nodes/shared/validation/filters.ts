import { DEPARTMENTS, SENIORITIES } from '../api/assumptions';
import { quoted } from './primitives';
import { checkTextList } from './textList';
import { valid, type ValidationResult } from './result';

/** `departments`: any text, with a hint on one that is not known. */
export const checkDepartments = (value: unknown) => checkKnown(value, DEPARTMENTS, 'department');

/** `seniorities`: any text, with a hint on one that is not known. */
export const checkSeniorities = (value: unknown) => checkKnown(value, SENIORITIES, 'seniority');

function checkKnown(value: unknown, known: readonly string[], what: string): ValidationResult<string[]> {
	const list = checkTextList(value, `Use names such as ${known[0]}, with commas between them.`);
	if (!list.ok) return list;
	const hints = list.value
		.filter((text) => !known.includes(text))
		.map((text) => {
			const meant = known.find((name) => name.toLowerCase() === text.toLowerCase());
			return meant === undefined
				? `${quoted(text)} is not a known ${what}; the service decides.`
				: `${quoted(text)} is not a known ${what}; did you mean "${meant}"?`;
		});
	return valid(list.value, ...hints);
}
