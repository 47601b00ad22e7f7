import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';

import { checkUpdatesSince } from '../../nodes/shared/values/rules/dates';
import { rfc3339Problem } from '../../sandbox/rules/timestamp';
import { updatesSinceProblem } from '../../sandbox/rules/updatesSince';
import { mutated } from './mutations';
import { always, numRuns } from './runs';

const MINUTE = 60_000;
const YEAR = 365.25 * 24 * 60 * MINUTE;
const now = Date.UTC(2026, 10, 21, 12);

const pieces = ['T', 't', 'Z', ':', '-', '+', '.', '0', '60', '24', '29', '31', ' ', ',', '+01', 'W1'];
const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
const instants = fc.integer({ min: now - 5.2 * YEAR, max: now + 0.2 * YEAR });
const zones = fc.constantFrom(
	'Europe/Berlin',
	'America/New_York',
	'Australia/Lord_Howe',
	'Asia/Kathmandu',
	'UTC',
);

const texts = fc
	.tuple(instants, offsets, fc.boolean())
	.map(([millis, offset, short]) =>
		String(
			DateTime.fromMillis(millis)
				.setZone(FixedOffsetZone.instance(offset))
				.toISO({ suppressMilliseconds: short, includeOffset: true }),
		),
	);

describe('updates_since', () => {
	it('is judged as the sandbox judges it, and what is sent is taken there', () => {
		let taken = 0;
		let refused = 0;
		const problem = (value: string) => rfc3339Problem(value) ?? updatesSinceProblem(value, now);
		always(fc.oneof(texts, mutated(texts, pieces)), (text) => {
			const verdict = checkUpdatesSince(text, { now, timeZone: 'Europe/Berlin' });
			if (verdict.ok) {
				taken += 1;
				return problem(verdict.value) === null;
			}
			refused += 1;
			return problem(text.trim()) !== null;
		});
		expect(taken).toBeGreaterThan(numRuns / 10);
		expect(refused).toBeGreaterThan(numRuns / 10);
	});

	it('stays the same instant, whatever it was given as', () => {
		const pasts = fc.integer({ min: now - 4.9 * YEAR, max: now }).map((millis) => millis - (millis % 1000));
		always(fc.tuple(pasts, offsets, zones), ([millis, offset, timeZone]) => {
			const read = (value: unknown) => {
				const verdict = checkUpdatesSince(value, { now, timeZone });
				return verdict.ok ? Date.parse(verdict.value) : undefined;
			};
			const local = DateTime.fromMillis(millis, { zone: timeZone });
			const elsewhere = local.setZone(FixedOffsetZone.instance(offset));
			const forms = [new Date(millis), local, elsewhere, elsewhere.toISO()];
			const [earlier = local] = local.getPossibleOffsets();
			const wall = local.toFormat("yyyy-MM-dd'T'HH:mm:ss");
			return forms.every((form) => read(form) === millis) && read(wall) === earlier.toMillis();
		});
	});

	it('is bounded by five calendar years and five seconds, at any present', () => {
		const range = { min: new Date(Date.UTC(2020, 0)), max: new Date(Date.UTC(2040, 0)), noInvalidDate: true };
		always(fc.tuple(fc.date(range), fc.integer({ min: -5000, max: 5000 })), ([present, shift]) => {
			const oldest = new Date(present);
			oldest.setUTCFullYear(oldest.getUTCFullYear() - 5);
			if (oldest.getUTCMonth() !== present.getUTCMonth()) oldest.setUTCDate(0);
			const isTaken = (millis: number) =>
				checkUpdatesSince(new Date(millis), { now: present.getTime(), timeZone: 'UTC' }).ok;
			return (
				isTaken(oldest.getTime() + shift) === shift >= 0 &&
				isTaken(present.getTime() + 5000 + shift) === shift <= 0
			);
		});
	});
});
