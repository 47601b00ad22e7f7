import { DateTime, FixedOffsetZone } from 'luxon';

import { checkText, classifyValue, quoted } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

const FIX = 'Use a month such as 2026-11, or a date.';

/** `month` of the account summary: `YYYY-MM`. Of a date or timestamp, its month as it is written. */
export function checkMonth(value: unknown): ValidationResult<string> {
	const seen = classifyValue(value);
	if (seen.kind === 'instant') {
		const date = DateTime.fromMillis(seen.millis, { zone: FixedOffsetZone.instance(seen.offset) });
		return date.isValid ? fromText(date.toFormat('yyyy-MM')) : invalid('The value is an invalid date.', FIX);
	}
	const text = checkText(value, FIX);
	return text.ok ? fromText(text.value) : text;
}

function fromText(text: string): ValidationResult<string> {
	const [, month] = /^(\d{4}-\d\d)(-\d\d([Tt ].*)?)?$/.exec(text) ?? [];
	if (month === undefined) return invalid(`${quoted(text)} is not a month.`, FIX);
	if (!DateTime.fromISO(month).isValid || (text.length > 7 && !DateTime.fromISO(text.slice(0, 10)).isValid)) {
		return invalid(`${quoted(text)} is not a real month or date.`, FIX);
	}
	return valid(month);
}
