import { LIMITS } from '../../api/limits';
import { checkText } from '../primitives';
import { invalid, valid, type ValidationResult } from '../result';
import { hintsOf } from './hints';
import type { SyntaxProblem, ParsedJobTitles } from './language';
import { codePoints } from './length';
import { tokenize } from './lexer';
import { parse } from './parser';

const EXCERPT_BEFORE = 40;
const EXCERPT_AFTER = 20;

/** A `job_titles` expression (docs/api.md, job_titles), ready for `matchJobTitle`. The first fault is named by its position. */
export function parseJobTitles(value: unknown): ValidationResult<ParsedJobTitles> {
	const text = checkText(value, 'Write a title, such as "sales manager".');
	if (!text.ok) return text;
	const length = codePoints(text.value);
	if (length > LIMITS.jobTitlesLength) {
		return invalid(
			`The expression has ${length} characters; at most ${LIMITS.jobTitlesLength} are allowed.`,
			'Use fewer titles, or split them over several radars.',
		);
	}
	const expression = withPlainBlanks(text.value);
	const tokens = tokenize(expression);
	if ('reason' in tokens) return faulty(expression, tokens);
	const program = parse(tokens);
	if ('reason' in program) return faulty(expression, program);
	return valid({ expression, ...program }, ...hintsOf(expression, program.terms));
}

/** A `job_titles` expression (docs/api.md, job_titles), to the text that is sent. */
export function checkJobTitles(value: unknown): ValidationResult<string> {
	const parsed = parseJobTitles(value);
	return parsed.ok ? valid(parsed.value.expression, ...parsed.hints) : parsed;
}

/** White space that only looks like a blank becomes one, place by place: positions stay. */
const withPlainBlanks = (text: string): string => text.replace(/[^\S\t\n\r ]/g, ' ');

/** The reason with its position, the part of the expression around it, and a caret below the place. */
function faulty(expression: string, { at, reason, fix }: SyntaxProblem) {
	const before = Array.from(expression.slice(0, at));
	const after = Array.from(expression.slice(at));
	const start = before.slice(-EXCERPT_BEFORE);
	const lead = before.length > start.length ? '…' : '';
	const tail = after.length > EXCERPT_AFTER ? '…' : '';
	const excerpt = [...start, ...after.slice(0, EXCERPT_AFTER)].join('').replace(/[\s\p{Cc}]/gu, ' ');
	const caret = `${' '.repeat(lead.length + start.length)}^`;
	return invalid(
		`${reason.replace(/\.$/, '')} (character ${before.length + 1}).\n${lead}${excerpt}${tail}\n${caret}`,
		fix,
	);
}
