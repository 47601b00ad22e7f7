import { classifyValue } from './primitives';
import { checkTimestamp } from './timestamp';
import { valid, type ValidationResult } from './result';

/** Dates and times of ISO 8601 that RFC 3339 does not have: shortened, without separators, or with a comma. */
const ISO_8601 =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

function toRfc3339(text: string): string {
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, offset = ''] =
		ISO_8601.exec(text) ?? [];
	if (year === undefined) return text;
	const zone = offset.replace(
		/^([+-]\d\d):?(\d\d)?$/,
		(_, hours: string, minutes = '00') => `${hours}:${minutes}`,
	);
	return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction ? `.${fraction}` : ''}${zone}`;
}

/** `created_since` (docs/api.md, List radars): a point in time; a value without an offset is read in `timeZone`. */
export function checkCreatedSince(
	value: unknown,
	{ timeZone }: { timeZone?: string } = {},
): ValidationResult<string> {
	const seen = classifyValue(value);
	const read = checkTimestamp(seen.kind === 'text' ? toRfc3339(seen.text) : value, { timeZone });
	return read.ok ? valid(read.value.text, ...read.hints) : read;
}
