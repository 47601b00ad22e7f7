import { checkTimestamp } from './timestamp';
import { valid, type Verdict } from './verdict';

/** `created_since` (interface section 4.5): a point in time; a value without an offset is read in `timeZone`. */
export function checkCreatedSince(value: unknown, { timeZone }: { timeZone?: string } = {}): Verdict<string> {
	const read = checkTimestamp(value, { timeZone });
	return read.ok ? valid(read.value.text, ...read.hints) : read;
}
