import { DateTime, FixedOffsetZone } from 'luxon';

import { listed } from '../listed';
import { classifyValue, quoted, shown, type ObjectEntries, checkObject, checkText } from './primitives';
import { type Problem, valid, type ValidationResult } from './result';

/**
 * Rows of `name` and `value`, as the editor collects them, to entries. Every row has a name, and no two the same: the other rows are
 * problems.
 */
function readNameValueRows(value: unknown): { entries: ObjectEntries; problems: Problem[] } {
	const classified = classifyValue(value);
	const fix = 'Give each row a name and a value.';
	if (classified.kind !== 'list') {
		const reason = `The value is ${shown(value)}, not rows of name and value.`;
		return { entries: [], problems: [{ reason, fix }] };
	}
	const problems: Problem[] = [];
	const entries = new Map<string, unknown>();
	classified.items.forEach((row, index) => {
		const cells = classifyValue(row);
		const cell = new Map(cells.kind === 'object' ? cells.entries : []);
		const named = classifyValue(cell.get('name'));
		const name = named.kind === 'text' ? named.text : named.kind === 'number' ? String(named.number) : '';
		if (name === '') {
			problems.push({ part: `row ${index + 1}`, reason: `Row ${index + 1} has no name.`, fix });
		} else if (entries.has(name)) {
			problems.push({
				part: name,
				reason: `The name ${quoted(name)} is used more than once.`,
				fix: 'Use each name once.',
			});
		} else {
			entries.set(name, cell.get('value'));
		}
	});
	return { entries: [...entries], problems };
}

const MAX_SHOWN_NAMES = 5;
const FIX = 'Use an object with text values, such as { "crm_id": "42" }.';

/**
 * `custom_fields` (docs/api.md, Create a radar), string values only: an object, or the JSON text of one.
 * Numbers, yes/no values and dates are sent as text, with a hint; each other value is refused, named by its key.
 */
export function checkCustomFields(value: unknown): ValidationResult<Record<string, string>> {
	const object = checkObject(value, FIX);
	return object.ok ? checkEntries(object.value) : object;
}

/** `custom_fields` as rows of name and value, by the same rules. A name may stand in one row only. */
export function checkCustomFieldRows(value: unknown): ValidationResult<Record<string, string>> {
	const { entries, problems } = readNameValueRows(value);
	return checkEntries(entries, problems);
}

function checkEntries(
	entries: ObjectEntries,
	before: Problem[] = [],
): ValidationResult<Record<string, string>> {
	const problems = [...before];
	const texts: Array<[string, string]> = [];
	const converted: string[] = [];
	for (const [key, given] of entries) {
		const text = asText(given);
		if (text === undefined) {
			const reason = `The value of ${quoted(key)} is ${shown(given)}, not text.`;
			problems.push({ part: key, reason, fix: 'Use text, or leave the entry out.' });
		} else {
			texts.push([key, text]);
			if (typeof given !== 'string') converted.push(quoted(key));
		}
	}
	if (problems.length > 0) return { ok: false, problems };
	const hints =
		converted.length > 0
			? [`Sent as text: ${listed(converted, MAX_SHOWN_NAMES)}. Custom fields hold text only.`]
			: [];
	return valid(Object.fromEntries(texts), ...hints);
}

/** Text stays as it is, blanks included. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const classified = classifyValue(value);
	if (classified.kind === 'number')
		return Number.isFinite(Number(classified.number)) ? String(classified.number) : undefined;
	if (classified.kind === 'boolean') return String(classified.boolean);
	if (classified.kind === 'instant' && Number.isFinite(classified.offset)) {
		const zone = FixedOffsetZone.instance(classified.offset);
		return DateTime.fromMillis(classified.millis, { zone }).toISO() ?? undefined;
	}
	return undefined;
}

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
