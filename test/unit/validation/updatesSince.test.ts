import { DateTime } from 'luxon';

import { checkCreatedSince, checkUpdatesSince } from '../../../nodes/shared/validation/dates';
import { hints, refusal, sent } from './results';

const now = DateTime.fromISO('2026-11-21T12:00:00Z');
const inBerlin = { now, timeZone: 'Europe/Berlin' };

/** A DateTime as another copy of luxon makes it: nothing in common but the shape. */
const foreignDateTime = (millis: number, offset: number) => ({
	isLuxonDateTime: true,
	offset,
	toMillis: () => millis,
});

describe('updates_since', () => {
	it.each([
		['2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z'],
		['2026-11-01T09:00:00+01:00', '2026-11-01T09:00:00+01:00'],
		['2026-11-01T09:00:00-05:30', '2026-11-01T09:00:00-05:30'],
		['2026-11-01T09:00:00.123456789Z', '2026-11-01T09:00:00.123456789Z'],
		['2026-11-01t09:00:00z', '2026-11-01T09:00:00Z'],
		['2026-11-01 09:00:00Z', '2026-11-01T09:00:00Z'],
		['2026-11-01T09:00:00-00:00', '2026-11-01T09:00:00Z'],
		['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
		['  2026-11-01T09:00:00Z\n', '2026-11-01T09:00:00Z'],
	])('sends %j as %s', (value, expected) => {
		expect(sent(checkUpdatesSince(value, { now }))).toBe(expected);
	});

	it.each([
		['2026-11-01T00:00:00', 'Europe/Berlin', '2026-11-01T00:00:00+01:00'],
		['2026-07-01T00:00:00', 'Europe/Berlin', '2026-07-01T00:00:00+02:00'],
		['2026-07-01T00:00:00.250', 'America/New_York', '2026-07-01T00:00:00.250-04:00'],
		['2026-07-01T00:00:00', 'Asia/Kathmandu', '2026-07-01T00:00:00+05:45'],
		['2026-11-01T00:00:00', 'UTC', '2026-11-01T00:00:00Z'],
	])('reads %s in %s as %s', (value, timeZone, expected) => {
		expect(sent(checkUpdatesSince(value, { now, timeZone }))).toBe(expected);
	});

	it('refuses a value without an offset where no time zone is given', () => {
		expect(refusal(checkUpdatesSince('2026-11-01T00:00:00', { now }))).toMatch(/has no time zone.*\+01:00/);
	});

	it('keeps the offset of the value over the time zone of the workflow', () => {
		expect(sent(checkUpdatesSince('2026-11-01T00:00:00Z', inBerlin))).toBe('2026-11-01T00:00:00Z');
	});

	it('refuses a local time that the clocks skip', () => {
		expect(refusal(checkUpdatesSince('2026-03-29T02:30:00', inBerlin))).toMatch(
			/does not exist in Europe\/Berlin/,
		);
	});

	it('takes the earlier of two equal local times, and says so', () => {
		const result = checkUpdatesSince('2026-10-25T02:30:00', inBerlin);
		expect(sent(result)).toBe('2026-10-25T02:30:00+02:00');
		expect(hints(result)).toMatch(/happens twice in Europe\/Berlin/);
	});

	it('refuses a time zone that does not exist', () => {
		expect(refusal(checkUpdatesSince('2026-11-01T00:00:00', { now, timeZone: 'Moon/Base' }))).toMatch(
			/"Moon\/Base"/,
		);
	});

	it.each([
		['2026-11-01', /date without a time/],
		['2026-11-01T09:00Z', /no seconds/],
		['2026-11-01T09Z', /no seconds/],
		['2026-W45-1', /week date/],
		['2026W451T090000Z', /week date/],
		['2026-305T09:00:00Z', /day of the year/],
		['20261101T090000Z', /basic format/],
		['+002026-11-01T09:00:00Z', /more than four digits/],
		['2026-11-01T09:00:00,5Z', /comma/],
		['2026-11-01T09:00:00+0100', /offset/],
		['2026-11-01T09:00:00+01', /offset/],
		['11/01/2026', /day or the month first/],
		['2026-11-01T09:00:00 Z', /not a timestamp/],
		['2026-11-01T09:00:00.Z', /not a timestamp/],
		['2026-11-01T09:00:00[Europe/Berlin]', /not a timestamp/],
		['yesterday', /not a timestamp/],
		['2026-02-29T00:00:00Z', /not a real date/],
		['2026-13-01T00:00:00Z', /not a real date/],
		['2026-11-31T00:00:00Z', /not a real date/],
		['2026-11-01T24:00:00Z', /not a real date/],
		['2026-11-01T09:60:00Z', /not a real date/],
		['2026-11-01T09:00:61Z', /not a real date/],
		['2026-11-01T09:00:00+24:00', /not a time zone/],
		['2026-11-01T09:00:00+01:60', /not a time zone/],
		['', /empty/],
		[undefined, /empty/],
		[null, /empty/],
		[1_793_523_600_000, /number.*DateTime\.fromMillis/],
		[true, /true/],
		[{}, /object/],
		[[], /list/],
		[new Date(NaN), /invalid date/],
		[DateTime.invalid('wrong'), /invalid date/],
		[new Date(8.64e15), /four digits/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkUpdatesSince(value, inBerlin))).toMatch(reason);
	});

	it('lets pass what lies at most five seconds ahead', () => {
		expect(sent(checkUpdatesSince('2026-11-21T12:00:05Z', { now }))).toBe('2026-11-21T12:00:05Z');
		expect(refusal(checkUpdatesSince('2026-11-21T12:00:05.001Z', { now }))).toMatch(/future/);
		expect(refusal(checkUpdatesSince('2026-11-21T14:00:00', inBerlin))).toMatch(/future/);
	});

	it.each([
		['2026-11-21T12:00:00Z', '2021-11-21T12:00:00Z', '2021-11-21T11:59:59.999Z'],
		['2028-02-29T12:00:00Z', '2023-02-28T12:00:00Z', '2023-02-28T11:59:59Z'],
		['2025-03-01T00:00:00Z', '2020-03-01T00:00:00Z', '2020-02-29T23:59:59Z'],
	])('at %s takes %s and refuses %s: calendar years', (present, oldest, tooOld) => {
		const at = { now: DateTime.fromISO(present) };
		expect(checkUpdatesSince(oldest, at).ok).toBe(true);
		expect(refusal(checkUpdatesSince(tooOld, at))).toMatch(/more than 5 years/);
	});

	it('keeps a margin to the limit, and says so: the request may arrive later', () => {
		const at = { now: DateTime.fromISO('2026-11-21T12:00:00Z') };
		const result = checkUpdatesSince(at.now.minus({ years: 5 }), at);
		expect(sent(result)).toBe('2021-11-21T12:15:00Z');
		expect(hints(result)).toContain('2021-11-21T12:15:00Z is sent instead');
		expect(sent(checkUpdatesSince('2021-11-21T12:15:00Z', at))).toBe('2021-11-21T12:15:00Z');
	});

	it('compares instants, not texts', () => {
		expect(sent(checkUpdatesSince('2026-11-21T23:00:00+11:00', { now }))).toBe('2026-11-21T23:00:00+11:00');
		expect(sent(checkUpdatesSince('2021-11-21T11:30:00-01:00', { now }))).toBe('2021-11-21T11:30:00-01:00');
	});

	it('sends a leap second as the second after it, with a hint, and refuses a second 60 elsewhere', () => {
		const result = checkUpdatesSince('2025-01-01T00:59:60+01:00', { now });
		expect(sent(result)).toBe('2025-01-01T01:00:00+01:00');
		expect(hints(result)).toMatch(/leap second/);
		expect(refusal(checkUpdatesSince('2025-01-15T23:59:60Z', { now }))).toMatch(/second 60/);
	});

	it.each([
		['a Date', new Date('2026-11-01T09:00:00Z'), '2026-11-01T09:00:00.000Z'],
		[
			'a DateTime',
			DateTime.fromISO('2026-11-01T09:00:00.000+05:30', { setZone: true }),
			'2026-11-01T09:00:00.000+05:30',
		],
		[
			'a DateTime of another luxon',
			foreignDateTime(Date.UTC(2026, 10, 1, 9), 60),
			'2026-11-01T10:00:00.000+01:00',
		],
	])('takes %s', (_, value, expected) => {
		expect(sent(checkUpdatesSince(value, { now }))).toBe(expected);
	});

	it.each([now, now.toJSDate(), now.toMillis()])('takes the present as %p', (present) => {
		expect(refusal(checkUpdatesSince('2026-11-21T12:00:06Z', { now: present }))).toMatch(/future/);
	});
});

describe('created_since', () => {
	it('has no bounds, and needs a time zone as updates_since does', () => {
		expect(sent(checkCreatedSince('1999-01-01T00:00:00', { timeZone: 'UTC' }))).toBe('1999-01-01T00:00:00Z');
		expect(sent(checkCreatedSince('2999-01-01T00:00:00Z'))).toBe('2999-01-01T00:00:00Z');
		expect(refusal(checkCreatedSince('1999-01-01T00:00:00'))).toMatch(/no time zone/);
	});
});
