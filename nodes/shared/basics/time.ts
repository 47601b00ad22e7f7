import { DateTime } from 'luxon';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day of a time, as in 2026-01-31. @param time milliseconds since the epoch */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** E.g. "2026-11-01 09:00 UTC". @param time milliseconds since the epoch */
export const minuteInWords = (time: number): string =>
	`${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The service's month, as `YYYY-MM` in UTC. @param time milliseconds since the epoch */
export const monthOf = (time: number): string =>
	DateTime.fromMillis(time, { zone: 'utc' }).toFormat('yyyy-MM');

export const monthsAfter = (month: string, months: number): string =>
	DateTime.fromISO(month, { zone: 'utc' }).plus({ months }).toFormat('yyyy-MM');
