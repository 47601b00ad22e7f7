import { checkText, isBlank, look } from './look';
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

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];
