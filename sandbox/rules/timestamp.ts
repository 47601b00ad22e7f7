import { DateTime } from 'luxon';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const ISO_8601_OFFSET = /[Tt].*([Zz]|[+-]\d{2}(:?\d{2})?)$/;
const OFFSET = /[+-](\d{2}):(\d{2})$/;

const offsetIsReal = (value: string) => {
	const [, hours = '0', minutes = '0'] = OFFSET.exec(value) ?? [];
	return Number(hours) <= 23 && Number(minutes) <= 59;
};

/** Why `value` is no RFC 3339 timestamp with an explicit offset, or null (docs/contributing/api.md, updates_since). */
export function rfc3339Problem(value: string): string | null {
	const real = RFC_3339.test(value) && offsetIsReal(value) && DateTime.fromISO(value.toUpperCase()).isValid;
	return real ? null : 'must be an RFC 3339 timestamp with an explicit UTC offset';
}

/** Why `value` is no ISO 8601 time with a time zone, or null (`created_since`). */
export function iso8601OffsetProblem(value: string): string | null {
	const real = ISO_8601_OFFSET.test(value) && DateTime.fromISO(value.toUpperCase()).isValid;
	return real ? null : 'must be an ISO 8601 time with a time zone';
}

/** Milliseconds since the epoch of a value that one of the two checks above let pass. */
export const millisecondsOf = (value: string) => DateTime.fromISO(value.toUpperCase()).toMillis();

/** How the service writes an instant: UTC with milliseconds. */
export const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString();
