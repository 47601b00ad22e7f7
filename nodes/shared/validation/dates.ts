import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';

import { classifyValue, quoted, shown, checkText } from './primitives';
import { andThen, invalid, valid, type ValidationResult } from './result';
import { LIMITS } from '../api/limits';

/** An RFC 3339 timestamp with an explicit offset, and its instant in milliseconds since 1970. */
export interface Timestamp {
	text: string;
	millis: number;
}

const EXAMPLE = 'Use a form such as 2026-11-01T09:00:00Z or 2026-11-01T09:00:00+01:00.';

/** RFC 3339 section 5.6, and its note on a space instead of T. The offset may be absent here. */
const SHAPE = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)?$/;

/** Forms of ISO 8601, and others often met, that RFC 3339 does not have. */
const OTHER_FORMS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^\d{4}-\d\d-\d\d$/, 'is a date without a time'],
	[/^\d{4}-\d\d-\d\d[Tt ]\d\d(:\d\d)?([Zz]|[+-][\d:]+)?$/, 'has no seconds'],
	[/^\d{4}-?W\d\d/i, 'is a week date'],
	[/^\d{4}-\d{3}([Tt]|$)/, 'is a date by the day of the year'],
	[/^\d{8}([Tt]|$)/, 'is in the basic format, without hyphens and colons'],
	[/^[+-]\d{5,}-/, 'has a year of more than four digits'],
	[/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d,/, 'has a comma before the fraction of a second'],
	[/^\d{4}-\d\d-\d\d[Tt ][\d:.]+[+-]\d{2}(\d{2})?$/, 'has an offset that is not of the form +01:00'],
	[/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/, 'has the day or the month first'],
];

/**
 * A point in time: ISO text, a luxon DateTime or a JS Date, to an RFC 3339 timestamp with an explicit offset.
 * Text without an offset is read in `timeZone`; without that it is refused (docs/api.md, updates_since).
 */
export function checkTimestamp(
	value: unknown,
	{ timeZone }: { timeZone?: string } = {},
): ValidationResult<Timestamp> {
	const classified = classifyValue(value);
	if (classified.kind === 'instant') return fromInstant(classified);
	if (classified.kind === 'nothing' || (classified.kind === 'text' && classified.text === ''))
		return invalid('The value is empty.', EXAMPLE);
	if (classified.kind === 'number') {
		return invalid(
			`${shown(value)} is a number, not a timestamp.`,
			'For a Unix time use an expression such as {{ DateTime.fromMillis(…) }} or {{ DateTime.fromSeconds(…) }}.',
		);
	}
	if (classified.kind !== 'text') return invalid(`The value is ${shown(value)}, not a timestamp.`, EXAMPLE);
	if (last?.text !== classified.text || last.timeZone !== timeZone) {
		last = { text: classified.text, timeZone, result: fromText(classified.text, timeZone) };
	}
	return last.result;
}

/** The last text read: time zones take long to look up, and the date is mostly the same for all items of a run. */
let last: { text: string; timeZone: string | undefined; result: ValidationResult<Timestamp> } | undefined;

/** An instant as ISO text; undefined if it is an invalid date. */
export function isoTextOf({ millis, offset }: { millis: number; offset: number }): string | undefined {
	if (!Number.isFinite(millis) || !Number.isFinite(offset)) return undefined;
	return DateTime.fromMillis(millis, { zone: FixedOffsetZone.instance(offset) }).toISO() ?? undefined;
}

function fromInstant(instant: { millis: number; offset: number }): ValidationResult<Timestamp> {
	const text = isoTextOf(instant);
	if (text === undefined) return invalid('The value is an invalid date.', EXAMPLE);
	const [, year] = /^([+-]\d+)/.exec(text) ?? [];
	if (year !== undefined) return invalid(`The year ${Number(year)} does not have four digits.`, EXAMPLE);
	return valid({ text, millis: instant.millis });
}

/** The zone of an offset, or else the workflow's; undefined if there is no such zone. */
function zoneOf(offset: string | undefined, timeZone = ''): string | undefined {
	if (offset === undefined) return IANAZone.isValidZone(timeZone) ? timeZone : undefined;
	if (offset.length === 1) return 'utc';
	return /([01]\d|2[0-3]):[0-5]\d$/.test(offset) ? `utc${offset}` : undefined;
}

function fromText(text: string, timeZone: string | undefined): ValidationResult<Timestamp> {
	const [, date, time, second, fraction = '', offset] = SHAPE.exec(text) ?? [];
	if (date === undefined || time === undefined) {
		const known = OTHER_FORMS.find(([form]) => form.test(text));
		return invalid(`${quoted(text)} ${known?.[1] ?? 'is not a timestamp'}.`, EXAMPLE);
	}
	const zone = zoneOf(offset, timeZone);
	if (zone === undefined) {
		if (offset !== undefined || timeZone !== undefined)
			return invalid(`${quoted(offset ?? timeZone ?? '')} is not a time zone.`, EXAMPLE);
		return invalid(
			`${quoted(text)} has no time zone.`,
			'Add the offset from UTC at its end, such as Z or +01:00.',
		);
	}

	const isLeapSecond = second === '60';
	const wall = `${date}T${time}:${isLeapSecond ? '59' : second}${fraction.slice(0, 4)}`;
	const read = DateTime.fromISO(wall, { zone });
	if (time > '23:59' || !read.isValid) {
		return invalid(
			`${quoted(text)} is not a real date and time.`,
			'Check the month, the day and the time of day.',
		);
	}
	if (read.toFormat('HH:mm') !== time) {
		return invalid(
			`${quoted(text)} does not exist in ${timeZone}: the clocks skip this hour on that day.`,
			'Choose another hour, or add the offset from UTC at the end, such as +01:00.',
		);
	}
	if (isLeapSecond) return fromLeapSecond(text, read);

	const [earlier = read, later] = read.getPossibleOffsets();
	const clock = `${date}T${time}:${second}${fraction}`;
	const stamp = { text: clock + offsetText(earlier), millis: earlier.toMillis() };
	const hint = `${quoted(text)} happens twice in ${timeZone} on that day; the earlier one is sent, ${stamp.text}.`;
	return valid(stamp, later !== undefined && hint);
}

/** RFC 3339 section 5.7: second 60 is only real at the end of a month in UTC. It is sent as the second after it. */
function fromLeapSecond(text: string, secondBefore: DateTime): ValidationResult<Timestamp> {
	const utc = secondBefore.startOf('second').toUTC().plus({ seconds: 1 });
	if (utc.toMillis() !== utc.startOf('month').toMillis()) {
		return invalid(
			`${quoted(text)} has a second 60 where no leap second can be.`,
			'Use a second from 00 to 59.',
		);
	}
	const sent = secondBefore.startOf('second').plus({ seconds: 1 });
	const stamp = { text: sent.toFormat("yyyy-MM-dd'T'HH:mm:ss") + offsetText(sent), millis: sent.toMillis() };
	return valid(stamp, `${quoted(text)} is a leap second; it is sent as ${stamp.text}.`);
}

const offsetText = (date: DateTime): string => (date.offset === 0 ? 'Z' : date.toFormat('ZZ'));

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
	const classified = classifyValue(value);
	const timestamp = classified.kind === 'text' ? toRfc3339(classified.text) : value;
	return andThen(checkTimestamp(timestamp, { timeZone }), ({ text }) => valid(text));
}

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
	return andThen(checkTimestamp(value, { timeZone }), ({ text, millis }) => {
		const clock = DateTime.fromMillis(now.valueOf(), { zone: 'utc' });
		if (millis > clock.plus({ seconds: LIMITS.updatesSinceSkewSeconds }).toMillis()) {
			const fix = 'Use a time in the past, or leave the field empty to only find new events.';
			return invalid(`${text} is in the future.`, fix);
		}
		const years = LIMITS.updatesSinceYears;
		const oldest = clock.minus({ years });
		if (millis < oldest.toMillis())
			return invalid(`${text} is more than ${years} years ago.`, `Use a time after ${isoOf(oldest)}.`);
		const safe = oldest.plus({ minutes: MARGIN_MINUTES });
		if (millis >= safe.toMillis()) return valid(text);
		const moved = isoOf(safe);
		return valid(moved, `${text} is almost ${years} years ago, so ${moved} is sent instead.`);
	});
}

const MONTH_FIX = 'Use a month such as 2026-11, or a date.';

/** `month` of the account summary: `YYYY-MM`. Of a date or timestamp, its month as it is written. */
export function checkMonth(value: unknown): ValidationResult<string> {
	const classified = classifyValue(value);
	if (classified.kind !== 'instant') return andThen(checkText(value, MONTH_FIX), monthOf);
	const text = isoTextOf(classified);
	return text === undefined ? invalid('The value is an invalid date.', MONTH_FIX) : monthOf(text);
}

function monthOf(text: string): ValidationResult<string> {
	const [, month] = /^(\d{4}-\d\d)(-\d\d([Tt ].*)?)?$/.exec(text) ?? [];
	if (month === undefined) return invalid(`${quoted(text)} is not a month.`, MONTH_FIX);
	if (!DateTime.fromISO(month).isValid || (text.length > 7 && !DateTime.fromISO(text.slice(0, 10)).isValid)) {
		return invalid(`${quoted(text)} is not a real month or date.`, MONTH_FIX);
	}
	return valid(month);
}
