import { DateTime, FixedOffsetZone } from 'luxon';

import { checkObject, classifyValue, quoted, shown, type ObjectEntries } from './primitives';
import { readNameValueRows } from './nameValueRows';
import { valid, type Problem, type ValidationResult } from './result';

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
		converted.length > 0 ? [`Sent as text: ${listed(converted)}. Custom fields hold text only.`] : [];
	return valid(Object.fromEntries(texts), ...hints);
}

/** Text stays as it is, blanks included. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const seen = classifyValue(value);
	if (seen.kind === 'number') return Number.isFinite(Number(seen.number)) ? String(seen.number) : undefined;
	if (seen.kind === 'boolean') return String(seen.boolean);
	if (seen.kind === 'instant' && Number.isFinite(seen.offset)) {
		const zone = FixedOffsetZone.instance(seen.offset);
		return DateTime.fromMillis(seen.millis, { zone }).toISO() ?? undefined;
	}
	return undefined;
}

function listed(names: readonly string[]): string {
	const more = names.length - MAX_SHOWN_NAMES;
	return `${names.slice(0, MAX_SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
