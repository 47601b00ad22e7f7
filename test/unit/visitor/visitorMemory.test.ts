import fc from 'fast-check';

import { DailyLimit, VisitorMemory } from '../../../nodes/CompanyRadarVisitorTrigger/memory';

const HOUR = 3_600_000;
const CENTS = 10_000;
const DAY = { againAfterHours: 24, cooldownHours: 24 };

let now = 0;
beforeEach(() => (now = 0));
const newMemory = () => new VisitorMemory(() => now);

describe('The daily limit', () => {
	it('counts 24 hours and the current one', () => {
		const limit = new DailyLimit(() => now);
		limit.spend(5 * CENTS, 5 * CENTS);
		expect([0, 24, 25].map((hours) => ((now = hours * HOUR), limit.spentMicros))).toEqual([
			5 * CENTS,
			5 * CENTS,
			0,
		]);
		expect(limit.highestPriceMicros).toBe(5 * CENTS);
	});

	it('has room again when enough spending no longer counts', () => {
		const limit = new DailyLimit(() => now);
		for (const hour of [1, 2, 4]) {
			now = hour * HOUR;
			limit.spend(5 * CENTS, 5 * CENTS);
		}
		const rooms = [15, 10, 5, 4].map((cents) => limit.timeOfRoom(cents * CENTS));
		expect(rooms).toEqual([26 * HOUR, 27 * HOUR, 29 * HOUR, undefined]);
		for (const room of [26, 27, 29]) {
			now = room * HOUR - 1;
			const before = limit.spentMicros;
			now++;
			expect(limit.spentMicros).toBeLessThan(before);
		}
	});
});

describe('What is remembered of visitors', () => {
	it('is known for the hours', () => {
		const memory = newMemory();
		memory.lookedUp('a', 0);
		expect([memory.isKnown('a', 24 * HOUR - 1, DAY), memory.isKnown('a', 24 * HOUR, DAY)]).toEqual([
			true,
			false,
		]);
		expect([memory.reportOnce('example.com', 0, DAY), memory.reportOnce('example.com', HOUR, DAY)]).toEqual([
			true,
			false,
		]);
		expect(memory.reportOnce('example.com', 24 * HOUR, DAY)).toBe(true);
	});

	it('is the same after a restart, whatever it was', () => {
		const key = fc.stringMatching(/^[\w.-]{1,20}$/);
		fc.assert(
			fc.property(fc.uniqueArray(key), fc.uniqueArray(key), fc.nat(100), (visitors, companies, cents) => {
				const before = newMemory();
				for (const visitor of visitors) before.lookedUp(visitor, 5 * HOUR);
				for (const company of companies) before.reportOnce(company, 5 * HOUR, DAY);
				now = 5 * HOUR;
				before.limit.start(0)(cents * CENTS);
				now = 6 * HOUR;
				const saved = before.save(6 * HOUR, DAY);
				const after = newMemory();
				after.merge(saved, 6 * HOUR, DAY);
				expect(after.isUnsaved).toBe(false);
				expect(after.save(6 * HOUR, DAY)).toEqual(saved);
				expect(visitors.every((visitor) => after.isKnown(visitor, 6 * HOUR, DAY))).toBe(true);
				expect(companies.some((company) => after.reportOnce(company, 6 * HOUR, DAY))).toBe(false);
				expect([after.limit.spentMicros, after.limit.highestPriceMicros]).toEqual([
					cents * CENTS,
					cents * CENTS,
				]);
			}),
		);
	});

	it('is shared by two processes, which then write no more', () => {
		const [one, other] = [newMemory(), newMemory()];
		one.lookedUp('a', 0);
		other.lookedUp('b', 0);
		other.merge(one.save(0, DAY), 0, DAY);
		expect(other.isUnsaved).toBe(true);
		one.merge(other.save(0, DAY), 0, DAY);
		expect([one.isKnown('b', 0, DAY), other.isKnown('a', 0, DAY)]).toEqual([true, true]);
		expect([one.isUnsaved, other.isUnsaved]).toEqual([false, false]);
	});

	it('is written again when something else put an old one back', () => {
		const memory = newMemory();
		memory.lookedUp('a', 0);
		const old = memory.save(0, DAY);
		memory.lookedUp('b', 0);
		memory.save(0, DAY);
		memory.merge(old, 0, DAY);
		expect(memory.isUnsaved).toBe(true);
	});

	it('is 10,000 visitors in less than 200 KB, without those whose time is over', () => {
		const memory = newMemory();
		// As long as fingerprints.
		const keyOf = (index: number) => String(index).padStart(11, 'x');
		const time = 490_000 * HOUR;
		for (let index = 0; index <= 10_000; index++)
			memory.lookedUp(keyOf(index), time + (index < 5000 ? 0 : 20 * HOUR));
		expect([keyOf(0), keyOf(1)].map((key) => memory.isKnown(key, time + HOUR, DAY))).toEqual([false, true]);
		const { visitors } = memory.save(time + 20 * HOUR, DAY);
		expect([visitors.split(',').length, visitors.length < 200_000]).toEqual([10_000, true]);
		expect(memory.save(time + 30 * HOUR, DAY).visitors.split(',')).toHaveLength(5001);
	});
});
