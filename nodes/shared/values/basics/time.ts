import { DateTime } from 'luxon';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const ISO_TIME =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:[.,]\d+)?))? ?(?:Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/** As text, a number isn't a year or a day. */
const EPOCH_TIME = /^\d{9,}(?:\.\d+)?$/;
/** Epoch seconds of the years 1973 to 5138 are below, and milliseconds of the same years above. */
const FIRST_MILLISECONDS = 1e11;
const LAST_MILLISECONDS = 1e14;

function epochTime(time: number): number | undefined {
	const milliseconds = time < FIRST_MILLISECONDS ? time * SECOND_MS : time;
	return milliseconds >= FIRST_MILLISECONDS && milliseconds < LAST_MILLISECONDS
		? Math.floor(milliseconds)
		: undefined;
}

/**
 * Reads a time of the service, in milliseconds since the epoch: ISO, which is UTC if it names no zone, or epoch seconds or milliseconds.
 * Undefined if it's neither.
 */
export function timeIn(value: unknown): number | undefined {
	if (typeof value === 'number') return epochTime(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (EPOCH_TIME.test(text)) return epochTime(Number(text));
	const [, day, minute = '00:00', second = '00', hours = '+00', minutes = '00'] = ISO_TIME.exec(text) ?? [];
	const time = Date.parse(`${day}T${minute}:${second.replace(',', '.')}${hours}:${minutes}`);
	return Number.isNaN(time) ? undefined : time;
}

/** @param time milliseconds since the epoch */
export const isoOf = (time: number): string => new Date(time).toISOString();

/** The UTC day of a time, as in 2026-01-31. @param time milliseconds since the epoch */
export const dayOf = (time: number): string => isoOf(time).slice(0, 10);

/** E.g. "2026-11-01 09:00 UTC". @param time milliseconds since the epoch */
export const minuteInWords = (time: number): string => `${isoOf(time).slice(0, 16).replace('T', ' ')} UTC`;

/** The service's month, as `YYYY-MM` in UTC. @param time milliseconds since the epoch */
export const monthOf = (time: number): string =>
	DateTime.fromMillis(time, { zone: 'utc' }).toFormat('yyyy-MM');

export const monthsAfter = (month: string, months: number): string =>
	DateTime.fromISO(month, { zone: 'utc' }).plus({ months }).toFormat('yyyy-MM');
