import { LIMITS } from '../../api/limits';
import { checkObject, isBlank, classifyValue, quoted, checkTextList } from '../primitives';
import { invalid, type Problem, type ValidationResult } from '../result';
import { checkJobTitles } from './check';
import { lengthOf } from './language';

const PARTS = ['anyOf', 'allOf', 'noneOf', 'exact'] as const;
const FIX = 'Use job titles such as sales manager.';

/**
 * The expression (docs/api.md, job_titles) for `{ anyOf, allOf, noneOf, exact }`: (one of `anyOf` or exactly one of `exact`) and all of
 * `allOf` and none of `noneOf`. Each is a list of titles, or text with commas between them; one may be left out, not all.
 * Problems carry the list's name as their part.
 */
export function compileJobTitles(value: unknown): ValidationResult<string> {
	const lists = checkObject(value, FIX);
	if (!lists.ok) return lists;
	const given = new Map(lists.value);
	const problems: Problem[] = [];
	const titles: Record<(typeof PARTS)[number], string[]> = { anyOf: [], allOf: [], noneOf: [], exact: [] };
	for (const part of PARTS) {
		if (hasEmptyTitle(given.get(part))) {
			problems.push({
				part,
				reason: 'One of the titles is empty.',
				fix: 'Enter a title, or remove the entry.',
			});
		}
		const list = checkTextList(given.get(part), FIX);
		if (list.ok) titles[part] = list.value.map((title) => title.replace(/\s+/g, ' '));
		else problems.push(...list.problems.map((problem) => ({ ...problem, part })));
		problems.push(...titles[part].flatMap((title) => titleProblem(title, part)));
	}
	if (problems.length > 0) return { ok: false, problems };

	const any = [...titles.anyOf.map(phrase), ...titles.exact.map((title) => `EXACT(${phrase(title)})`)];
	const all = [...(any.length > 1 ? [`(${any.join(' OR ')})`] : any), ...titles.allOf.map(phrase)];
	const none = titles.noneOf.map((title) => `NOT ${phrase(title)}`);
	const expression = [...all, ...none].join(' AND ');
	return expression === '' ? invalid('No titles are given.', FIX) : checkJobTitles(expression);
}

/** Without a title that was asked for, the expression would match something else. */
function hasEmptyTitle(value: unknown): boolean {
	const list = classifyValue(value);
	return list.kind === 'list' && list.items.some(isBlank);
}

function titleProblem(title: string, part: string): Problem[] {
	if (title.includes('"')) {
		return [
			{
				part,
				reason: `${quoted(title)} has a double quote in it, which a title can't have.`,
				fix: 'Leave it out.',
			},
		];
	}
	const { least, most } = lengthOf(title);
	if (most < LIMITS.jobTitlesTermMin || least > LIMITS.jobTitlesTermMax) {
		const bounds = `${LIMITS.jobTitlesTermMin} to ${LIMITS.jobTitlesTermMax} characters`;
		const reason = `${quoted(title)} is too ${least < LIMITS.jobTitlesTermMin ? 'short' : 'long'} for a title.`;
		return [{ part, reason, fix: `Use ${bounds}.` }];
	}
	return [];
}

const phrase = (title: string): string => `"${title}"`;
