import { checkText } from './primitives';
import { readNameValueRows } from './nameValueRows';
import { valid, type ValidationResult } from './result';

/** Additional query parameters of `GET /v1/updates` as rows of name and value; each row has a value. */
export function checkQueryParameters(value: unknown): ValidationResult<Record<string, string>> {
	const { entries, problems } = readNameValueRows(value);
	const parameters: Array<[string, string]> = [];
	for (const [name, given] of entries) {
		const text = checkText(given, 'Use text or a number, or remove the row.');
		if (text.ok) parameters.push([name, text.value]);
		else problems.push(...text.problems.map((problem) => ({ ...problem, part: name })));
	}
	return problems.length > 0 ? { ok: false, problems } : valid(Object.fromEntries(parameters));
}
