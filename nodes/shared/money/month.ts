import { DateTime } from 'luxon';

/** The service's month, as `YYYY-MM` in UTC. @param time milliseconds since the epoch */
export const monthOf = (time: number): string =>
	DateTime.fromMillis(time, { zone: 'utc' }).toFormat('yyyy-MM');

export const monthStart = (month: string): DateTime => DateTime.fromISO(month, { zone: 'utc' });

export const monthsAfter = (month: string, months: number): string =>
	monthStart(month).plus({ months }).toFormat('yyyy-MM');
