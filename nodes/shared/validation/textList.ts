import { attempt, checkText, isBlank, classifyValue } from './primitives';
import { valid, type Problem, type ValidationResult } from './result';

/** A list of texts, its JSON text, or one text with commas between them: trimmed, blanks left out, repeats left out. */
export function checkTextList(value: unknown, fix: string): ValidationResult<string[]> {
	if (isBlank(value)) return valid([]);
	const seen = classifyList(value);
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

/** The same for texts that have a check of their own: what it says of each of them. */
export function checkEach<T extends string>(
	value: unknown,
	check: (text: string) => ValidationResult<T>,
	fix: string,
): ValidationResult<T[]> {
	const list = checkTextList(value, fix);
	if (!list.ok) return list;
	const problems: Problem[] = [];
	const values = new Set<T>();
	for (const text of list.value) {
		const result = check(text);
		if (result.ok) values.add(result.value);
		else problems.push(...result.problems);
	}
	return problems.length > 0 ? { ok: false, problems } : valid([...values]);
}

/** What the value is; the JSON text of a list is that list. */
function classifyList(value: unknown) {
	const seen = classifyValue(value);
	if (seen.kind !== 'text' || !seen.text.startsWith('[')) return seen;
	const parsed = classifyValue(attempt((): unknown => JSON.parse(seen.text)));
	return parsed.kind === 'list' ? parsed : seen;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
