import { DateTime } from 'luxon';

/** The month of the service, `YYYY-MM` in UTC, at a time in milliseconds since the epoch. */
export const monthOf = (time: number): string =>
	DateTime.fromMillis(time, { zone: 'utc' }).toFormat('yyyy-MM');

export const monthStart = (month: string): DateTime => DateTime.fromISO(month, { zone: 'utc' });

/** This many months later. */
export const monthsAfter = (month: string, months: number): string =>
	monthStart(month).plus({ months }).toFormat('yyyy-MM');
