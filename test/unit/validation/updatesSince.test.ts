import { DateTime, IANAZone } from 'luxon';

import { checkTimestamp, checkUpdatesSince } from '../../../nodes/shared/values/rules/dates';
import { doubts, hints, refusal, sent } from './results';

const now = Date.UTC(2026, 10, 21, 12);
const inBerlin = { now, timeZone: 'Europe/Berlin' };
const inUtc = { now, timeZone: 'UTC' };

describe('updates_since', () => {
	it('takes a DateTime of another copy of luxon, which has nothing in common but the shape', () => {
		const foreign = { isLuxonDateTime: true, offset: 60, toMillis: () => Date.UTC(2026, 10, 1, 9) };
		expect(sent(checkUpdatesSince(foreign, inUtc))).toBe('2026-11-01T10:00:00.000+01:00');
	});

	it.each([
		['2026-11-01', 'Europe/Berlin', '2026-11-01T00:00:00+01:00'],
		['2026-07-01', 'Europe/Berlin', '2026-07-01T00:00:00+02:00'],
		['20260701', 'America/New_York', '2026-07-01T00:00:00-04:00'],
		['2026-07-01', 'Asia/Kathmandu', '2026-07-01T00:00:00+05:45'],
		['2026-07-01', 'UTC', '2026-07-01T00:00:00Z'],
		// The clocks skip midnight.
		['2024-04-26', 'Africa/Cairo', '2024-04-26T01:00:00+03:00'],
		['\ufeff2026-11-01\u200b', 'UTC', '2026-11-01T00:00:00Z'],
	])('reads the date %j in %s as the start of the day, %s, with a note', (value, timeZone, expected) => {
		const result = checkUpdatesSince(value, { now, timeZone });
		expect(sent(result)).toBe(expected);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/was read as \d{4}-\d\d-\d\d 0[01]:00 in /);
		expect(hints(result)).toContain(` in ${timeZone}.`);
		expect(sent(checkTimestamp(value, { timeZone })).text).toBe(expected);
	});

	it('refuses a time zone that does not exist', () => {
		expect(refusal(checkUpdatesSince('2026-11-01T00:00:00', { now, timeZone: 'Moon/Base' }))).toMatch(
			/"Moon\/Base"/,
		);
	});

	it.each(['2026-11-01T00:00:00Z', '2030-11-01T00:00:00Z', '2001-11-01T00:00:00Z'])(
		'says nothing of an invalid date where only the time zone is: %s',
		(value) => {
			const result = checkUpdatesSince(value, { now, timeZone: 'Moon/Base' });
			expect(JSON.stringify(result)).not.toMatch(/Invalid DateTime/);
			if (result.ok) expect(value).toMatch(/^2026/);
		},
	);

	it.each([
		[undefined, /empty/],
		[new Date(NaN), /invalid date/],
		[DateTime.invalid('wrong'), /invalid date/],
		[new Date(8.64e15), /four digits/],
	])('refuses %j', (value, reason) => {
		expect(refusal(checkUpdatesSince(value, inBerlin))).toMatch(reason);
	});

	it('lets pass what lies at most five seconds ahead', () => {
		expect(sent(checkUpdatesSince('2026-11-21T12:00:05Z', inUtc))).toBe('2026-11-21T12:00:05Z');
		expect(refusal(checkUpdatesSince('2026-11-21T12:00:05.001Z', inUtc))).toMatch(
			/2026-11-21 12:00 is in the future.*Use a date from 2021-11-21 12:16 on, and not in the future/s,
		);
		expect(refusal(checkUpdatesSince('2026-11-21T14:00:00', inBerlin))).toMatch(/future/);
	});

	it('keeps a margin to the limit, and says so: the request may arrive later', () => {
		const at = inUtc;
		const result = checkUpdatesSince('2021-11-21T12:00:00Z', at);
		expect(sent(result)).toBe('2021-11-21T12:15:00Z');
		expect(hints(result)).toContain('is almost 5 years ago, so 2021-11-21 12:15 is used instead.');
		expect(sent(checkUpdatesSince('2021-11-21T12:15:00Z', at))).toBe('2021-11-21T12:15:00Z');
	});
});

test('dates within the five years are checked without looking up the time zone for each', () => {
	const lookUps = jest.spyOn(IANAZone, 'isValidZone');
	const dates = Array.from({ length: 1000 }, (_, index) => new Date(now - index * 60_000).toISOString());
	expect(dates.map((date) => checkUpdatesSince(date, inBerlin).ok)).not.toContain(false);
	// Each lookup creates a formatter, and freeing 100,000 of them at once blocked n8n for 0.8 s.
	expect(lookUps.mock.calls.length).toBeLessThan(10);
	lookUps.mockRestore();
});
