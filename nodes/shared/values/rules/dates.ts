import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';

import { quoted } from '../basics/inWords';
import { classifyValue, checkText, IS_EMPTY, isNot, shown } from './primitives';
import { andThen, invalid, valid, withNotes, type ValidationResult } from '../basics/refusal';
import { LIMITS } from '../../api/limits';

/** An RFC 3339 timestamp with an explicit offset, and its instant in milliseconds since 1970. */
export interface Timestamp {
	text: string;
	millis: number;
}

const FIX = 'Use a date such as 2026-11-01, or a date and time such as 2026-11-01T09:00:00+01:00.';

const INVALID = 'The value is an invalid date.';

/** A whole date, with or without a time and an offset. luxon also reads months, weeks and days of a year. */
const SHAPE =
	/^\d{4}-?\d\d-?\d\d(?:[Tt ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?: ?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?)?$/;
const DATE_ONLY = /^\d{4}-?\d\d-?\d\d$/;
const HAS_OFFSET = /(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;
const DAY_OR_MONTH_FIRST = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

interface DateContext {
	/** The workflow's time zone, in which a date without an offset is read. */
	timeZone: string;
}

/** The date as people write it, in its own time zone. */
const readable = (date: DateTime): string => date.toFormat('yyyy-MM-dd HH:mm');

/** Reads a point in time (ISO text, a luxon DateTime or a JS Date) as an RFC 3339 timestamp with an explicit offset. */
export function checkTimestamp(value: unknown, { timeZone }: DateContext): ValidationResult<Timestamp> {
	const classified = classifyValue(value);
	if (classified.kind === 'instant') return fromInstant(classified);
	if (classified.kind === 'nothing') return invalid(IS_EMPTY, FIX);
	if (classified.kind === 'number') return refuseNumber(shown(value));
	if (typeof value !== 'string') return isNot('a date', value, FIX);
	if (last?.value !== value || last.timeZone !== timeZone) {
		last = { value, timeZone, result: andThen(checkText(value, FIX), (text) => fromText(text, timeZone)) };
	}
	return last.result;
}

const refuseNumber = (text: string) =>
	invalid(
		`${text} is a number, not a date.`,
		'For a Unix time use an expression such as {{ DateTime.fromMillis(…) }} or {{ DateTime.fromSeconds(…) }}.',
	);

/** Caches the last text: time zones are slow to look up, and most items of a run have the same date. */
let last: { value: string; timeZone: string; result: ValidationResult<Timestamp> } | undefined;

/** An instant as ISO text; undefined if it is an invalid date. */
export function isoTextOf({ millis, offset }: { millis: number; offset: number }): string | undefined {
	if (!Number.isFinite(millis) || !Number.isFinite(offset)) return undefined;
	return DateTime.fromMillis(millis, { zone: FixedOffsetZone.instance(offset) }).toISO() ?? undefined;
}

function fromInstant(instant: { millis: number; offset: number }): ValidationResult<Timestamp> {
	const text = isoTextOf(instant);
	if (text === undefined) return invalid(INVALID, FIX);
	const [, year] = /^([+-]\d+)/.exec(text) ?? [];
	if (year !== undefined) return invalid(`The year ${Number(year)} does not have four digits.`, FIX);
	return valid({ text, millis: instant.millis });
}

function fromText(text: string, timeZone: string): ValidationResult<Timestamp> {
	if (!SHAPE.test(text)) {
		if (/^\d{9,13}$/.test(text)) return refuseNumber(text);
		const what = DAY_OR_MONTH_FIRST.test(text) ? 'has the day or the month first' : 'is not a date';
		return invalid(`${quoted(text)} ${what}.`, FIX);
	}
	const iso = text
		.replace(/ (?=[Zz+-]|$)/, '')
		.replace(' ', 'T')
		.toUpperCase();
	const read = DateTime.fromISO(iso, { zone: timeZone, setZone: true });
	// When clocks are set back, a local hour occurs twice, and luxon picks by today's offset. The first one is the same all year.
	const [date = read] = read.getPossibleOffsets();
	if (!date.isValid) {
		return date.invalidReason === 'unsupported zone'
			? invalid(
					`${quoted(timeZone)} is not a time zone.`,
					"Choose another time zone in the workflow's settings.",
				)
			: invalid(
					`${quoted(text)} is not a real date and time.`,
					'Check the month, the day and the time of day.',
				);
	}
	const stamp = { text: date.toISO({ suppressMilliseconds: true }), millis: date.toMillis() };
	const hasOffset = !DATE_ONLY.test(text) && HAS_OFFSET.test(text);
	return withNotes(valid(stamp), !hasOffset && `${text} was read as ${readable(date)} in ${timeZone}.`);
}

/** Added to the oldest date, since a request may wait before it's sent. */
const MARGIN_MINUTES = 15;

export interface UpdatesSinceContext extends DateContext {
	/** The present, in milliseconds since 1970. */
	now: number;
}

/**
 * `updates_since` (docs/contributing/api.md, updates_since): with an explicit offset, not in the future (5 seconds are
 * tolerated), at most five calendar years ago. A date in the first 15 minutes after that is moved to their end.
 */
export function checkUpdatesSince(
	value: unknown,
	{ now, timeZone }: UpdatesSinceContext,
): ValidationResult<string> {
	return andThen(checkTimestamp(value, { timeZone }), ({ text, millis }) => {
		const years = LIMITS.updatesSinceYears;
		const oldest = DateTime.fromMillis(now, { zone: 'utc' }).minus({ years });
		const safe = oldest.plus({ minutes: MARGIN_MINUTES });
		const inZone = (date: DateTime) =>
			readable(date.setZone(IANAZone.isValidZone(timeZone) ? timeZone : 'utc'));
		const at = () => inZone(DateTime.fromMillis(millis));
		// A shown date has no seconds, so only the next minute is surely within.
		const refuse = (problem: string) =>
			invalid(
				`${at()} ${problem}.`,
				`Use a date from ${inZone(safe.plus({ minutes: 1 }))} on, and not in the future.`,
			);
		if (millis > now + LIMITS.updatesSinceSkewSeconds * 1000) return refuse('is in the future');
		if (millis < oldest.toMillis()) return refuse(`is more than ${years} years ago`);
		if (millis >= safe.toMillis()) return valid(text);
		return withNotes(
			valid(safe.toISO({ suppressMilliseconds: true }) ?? text),
			`${at()} is almost ${years} years ago, so ${inZone(safe)} is used instead.`,
		);
	});
}

const MONTH_FIX = 'Use a month such as 2026-11, or a date.';

/** `month` of the account summary: `YYYY-MM`. For a text, the month as written; for a date object, its month in UTC, like the service's. */
export function checkMonth(value: unknown): ValidationResult<string> {
	const classified = classifyValue(value);
	if (classified.kind !== 'instant') return andThen(checkText(value, MONTH_FIX), checkMonthText);
	const text = isoTextOf({ ...classified, offset: 0 });
	return text === undefined ? invalid(INVALID, MONTH_FIX) : checkMonthText(text);
}

function checkMonthText(text: string): ValidationResult<string> {
	const [, month] = /^(\d{4}-\d\d)(-\d\d([Tt ].*)?)?$/.exec(text) ?? [];
	if (month === undefined) return invalid(`${quoted(text)} is not a month.`, MONTH_FIX);
	if (!DateTime.fromISO(month).isValid || (text.length > 7 && !DateTime.fromISO(text.slice(0, 10)).isValid)) {
		return invalid(`${quoted(text)} is not a real month or date.`, MONTH_FIX);
	}
	return valid(month);
}
