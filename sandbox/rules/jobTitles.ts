import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'peggy';

const MAX_LENGTH = 9_000;
const grammar = generate(readFileSync(join(__dirname, 'jobTitles.peggy'), 'utf8'));

/** Why `value` is no title expression, with the place, or null (docs/contributing/api.md, job_titles). */
export function jobTitlesProblem(value: string): string | null {
	if ([...value].length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
	try {
		grammar.parse(value);
		return null;
	} catch (error) {
		if (!(error instanceof grammar.SyntaxError)) throw error;
		const { column, line } = error.location.start;
		return `is malformed at line ${line}, column ${column}: ${error.message}`;
	}
}

/** Which titles an expression without a problem lets through, and the terms that they may have. */
export const parsedJobTitles = (value: string) =>
	grammar.parse(value) as { matches(title: string): boolean; terms: string[] };
