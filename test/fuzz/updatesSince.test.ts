import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';

import { checkUpdatesSince } from '../../nodes/shared/validation';
import { rfc3339Problem } from '../../sandbox/rules/timestamp';
import { updatesSinceProblem } from '../../sandbox/rules/updatesSince';
import { mutated } from './mutations';
import { numRuns, timeout } from './runs';

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
	it(
		'is judged as the sandbox judges it, and what is sent is taken there',
		() => {
			const counts = { taken: 0, refused: 0 };
			const property = fc.property(fc.oneof(texts, mutated(texts, pieces)), (text) => {
				const verdict = checkUpdatesSince(text, { now });
				counts[verdict.ok ? 'taken' : 'refused'] += 1;
				const problem = (value: string) => rfc3339Problem(value) ?? updatesSinceProblem(value, now);
				if (verdict.ok) expect({ text, problem: problem(verdict.value) }).toEqual({ text, problem: null });
				else expect({ text, problem: problem(text.trim()) }).not.toEqual({ text, problem: null });
			});
			fc.assert(property, { numRuns });
			expect(counts.taken).toBeGreaterThan(numRuns / 10);
			expect(counts.refused).toBeGreaterThan(numRuns / 10);
		},
		timeout,
	);

	it(
		'stays the same instant, whatever it was given as',
		() => {
			const property = fc.property(
				fc.integer({ min: now - 4.9 * YEAR, max: now }),
				offsets,
				zones,
				(millis, offset, timeZone) => {
					const whole = millis - (millis % 1000);
					const local = DateTime.fromMillis(whole, { zone: timeZone });
					const earlier = local.getPossibleOffsets()[0] ?? local;
					const wall = local.toFormat("yyyy-MM-dd'T'HH:mm:ss");
					const forms = [
						new Date(whole),
						local,
						local.setZone(FixedOffsetZone.instance(offset)),
						local.setZone(FixedOffsetZone.instance(offset)).toISO(),
					];
					for (const form of forms) {
						const verdict = checkUpdatesSince(form, { now, timeZone });
						expect(verdict.ok && Date.parse(verdict.value)).toBe(whole);
					}
					const verdict = checkUpdatesSince(wall, { now, timeZone });
					expect(verdict.ok && Date.parse(verdict.value)).toBe(earlier.toMillis());
				},
			);
			fc.assert(property, { numRuns });
		},
		timeout,
	);

	it(
		'is bounded by five calendar years and five seconds, at any present',
		() => {
			const presents = fc.date({
				min: new Date(Date.UTC(2020, 0)),
				max: new Date(Date.UTC(2040, 0)),
				noInvalidDate: true,
			});
			const property = fc.property(presents, fc.integer({ min: -5000, max: 5000 }), (present, shift) => {
				const oldest = new Date(present);
				oldest.setUTCFullYear(oldest.getUTCFullYear() - 5);
				if (oldest.getUTCMonth() !== present.getUTCMonth()) oldest.setUTCDate(0);
				const old = checkUpdatesSince(new Date(oldest.getTime() + shift), { now: present });
				expect(old.ok).toBe(shift >= 0);
				const ahead = checkUpdatesSince(new Date(present.getTime() + 5000 + shift), { now: present });
				expect(ahead.ok).toBe(shift <= 0);
			});
			fc.assert(property, { numRuns });
		},
		timeout,
	);
});
