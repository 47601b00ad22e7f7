import { DateTime } from 'luxon';

import { LIMITS } from '../api/limits';
import { checkTimestamp } from './timestamp';
import { invalid, valid, type ValidationResult } from './result';

/** A request may wait for its turn before it is sent. */
const MARGIN_MINUTES = 15;

const isoOf = (date: DateTime): string => date.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");

export interface UpdatesSinceContext {
	/** The present: a luxon DateTime, a JS Date, or milliseconds since 1970. */
	now: DateTime | Date | number;
	/** The workflow's time zone, in which a value without an offset is read. Leave it out for raw bodies. */
	timeZone?: string;
}

/**
 * `updates_since` (docs/api.md, updates_since): RFC 3339 with an explicit offset, not in the future (5 seconds are let pass),
 * at most five calendar years old. 29 February counts as 28 February in a year that has none.
 */
export function checkUpdatesSince(
	value: unknown,
	{ now, timeZone }: UpdatesSinceContext,
): ValidationResult<string> {
	const read = checkTimestamp(value, { timeZone });
	if (!read.ok) return read;
	const { text, millis } = read.value;
	const clock = DateTime.fromMillis(now.valueOf(), { zone: 'utc' });
	if (millis > clock.plus({ seconds: LIMITS.updatesSinceSkewSeconds }).toMillis()) {
		return invalid(
			`${text} is in the future.`,
			'Use a time in the past, or leave the field empty to only find new events.',
		);
	}
	const oldest = clock.minus({ years: LIMITS.updatesSinceYears });
	if (millis < oldest.toMillis()) {
		return invalid(
			`${text} is more than ${LIMITS.updatesSinceYears} years ago.`,
			`Use a time after ${isoOf(oldest)}.`,
		);
	}
	const safe = oldest.plus({ minutes: MARGIN_MINUTES });
	if (millis < safe.toMillis()) {
		const moved = isoOf(safe);
		return valid(
			moved,
			`${text} is almost ${LIMITS.updatesSinceYears} years ago, so ${moved} is sent instead.`,
		);
	}
	return valid(text, ...read.hints);
}
