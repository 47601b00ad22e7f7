import { DEPARTMENTS, SENIORITIES } from '../interface/assumptions';
import { checkText, isBlank, look, quoted } from './look';
import { valid, type Problem, type Verdict } from './verdict';

/** A list of texts, or one text with commas between them: trimmed, blanks left out, repeats left out. */
export function checkTextList(value: unknown, fix: string): Verdict<string[]> {
	const seen = look(value);
	if (isBlank(value)) return valid([]);
	if (seen.kind === 'text') return valid(distinct(seen.text.split(',').map((part) => part.trim())));
	if (seen.kind !== 'list') {
		const single = checkText(value, fix);
		return single.ok ? valid([single.value]) : single;
	}
	const problems: Problem[] = [];
	const texts: string[] = [];
	seen.items.forEach((item, index) => {
		if (isBlank(item)) return;
		const text = checkText(item, fix);
		if (text.ok) texts.push(text.value);
		else problems.push(...text.problems.map((problem) => ({ ...problem, part: `entry ${index + 1}` })));
	});
	return problems.length > 0 ? { ok: false, problems } : valid(distinct(texts));
}

/** `departments` (interface section 2.2 leaves the values open): any text, with a hint on one that is not known. */
export const checkDepartments = (value: unknown) => checkKnown(value, DEPARTMENTS, 'department');

/** `seniorities` (interface section 2.2 leaves the values open): any text, with a hint on one that is not known. */
export const checkSeniorities = (value: unknown) => checkKnown(value, SENIORITIES, 'seniority');

function checkKnown(value: unknown, known: readonly string[], what: string): Verdict<string[]> {
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

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
