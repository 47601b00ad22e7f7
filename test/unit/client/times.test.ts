import { monthOf, monthsAfter, timeIn } from '../../../nodes/shared/values/basics/time';
import { useTimeZone } from '../../engine/support/timeZone';

const TIME = Date.UTC(2026, 10, 28, 0, 45, 0);

describe.each([
	['UTC', 0],
	['Asia/Tokyo', 9],
	['America/New_York', -5],
])('on a computer in %s', (zone, hours) => {
	useTimeZone(zone);

	test('the computer has that time zone', () => {
		expect(new Date(TIME).getTimezoneOffset()).toBe(0 - 60 * hours);
	});

	test('a month is one in UTC', () => {
		const december = Date.UTC(2026, 11, 1);
		expect([monthOf(december - 1), monthOf(december)]).toEqual(['2026-11', '2026-12']);
		expect([monthsAfter('2026-12', 1), monthsAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
	});

	test.each<[unknown, number | undefined]>([
		['2026-11-28T00:45:00.000Z', TIME],
		['2026-11-28T00:45:00Z', TIME],
		['2026-11-28t00:45:00z', TIME],
		['2026-11-28T00:45:00.000', TIME],
		['2026-11-28T00:45:00', TIME],
		['2026-11-28T00:45', TIME],
		['2026-11-28 00:45:00.000', TIME],
		['2026-11-28 00:45:00', TIME],
		['2026-11-28 00:45:00 UTC', TIME],
		['2026-11-28 00:45:00+00', TIME],
		['2026-11-28T00:45:00.123456', TIME + 123],
		['2026-11-28T00:45:00,500Z', TIME + 500],
		['2026-11-28T09:45:00+09:00', TIME],
		['2026-11-28T09:45:00+0900', TIME],
		['2026-11-27T19:45:00-05', TIME],
		[' 2026-11-28T00:45:00Z ', TIME],
		['2026-11-28', Date.UTC(2026, 10, 28)],
		['1970-01-01T00:00:00Z', 0],
		[TIME, TIME],
		[TIME / 1000, TIME],
		[TIME / 1000 + 0.5, TIME + 500],
		[String(TIME), TIME],
		[String(TIME / 1000), TIME],
		[null, undefined],
		[undefined, undefined],
		['', undefined],
		['yesterday', undefined],
		['foo 1', undefined],
		['2026', undefined],
		['20261128', undefined],
		[20261128, undefined],
		['2026-13-45T00:00:00Z', undefined],
		['2026-11-28T25:00:00', undefined],
		[0, undefined],
		[-TIME, undefined],
		[TIME * 1000, undefined],
		[Number.NaN, undefined],
		[true, undefined],
		[{}, undefined],
	])('%j', (given, expected) => {
		expect(timeIn(given)).toBe(expected);
	});
});
