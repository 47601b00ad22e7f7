import fc from 'fast-check';

import {
	DailyLimit,
	type LimitReservation,
} from '../../../nodes/CompanyRadarVisitorTrigger/memory/dailyLimit';
import { VisitorMemory } from '../../../nodes/CompanyRadarVisitorTrigger/memory/visitorMemory';

const HOUR = 3_600_000;
const DOLLAR = 1_000_000;
const CENTS = 10_000;
const DAY = { againAfterHours: 24, cooldownHours: 24 };

function reserved(limit: DailyLimit, dollars: number, now = 0): LimitReservation {
	const reservation = limit.reserve(now, dollars * DOLLAR);
	if (typeof reservation !== 'object') throw new Error(reservation);
	return reservation;
}

function withPrice(cents: number, spent = cents): DailyLimit {
	const limit = new DailyLimit();
	limit.merge([['0', spent * CENTS]], cents * CENTS);
	return limit;
}

/** How many lookups may be in flight at once. */
function inFlight(limit: DailyLimit, dollars: number): number {
	let count = 0;
	while (typeof limit.reserve(0, dollars * DOLLAR) === 'object') count++;
	return count;
}

describe('The daily limit', () => {
	it('lets fewer lookups fly the nearer it is', () => {
		expect([100, 5, 2, 1, 0.2].map((dollars) => inFlight(withPrice(5), dollars))).toEqual([199, 9, 3, 1, 1]);
	});

	it("with a price that rises tenfold isn't exceeded", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10 }), (dollars, times) => {
				const limit = withPrice(5, 0);
				const open: LimitReservation[] = [];
				let spent = 0;
				for (let round = 0; round < 500; round++) {
					const next = limit.reserve(0, dollars * DOLLAR);
					if (typeof next === 'object') open.push(next);
					else if (open.length === 0) break;
					if (typeof next === 'object' && open.length < 8) continue;
					for (const each of open.splice(0)) {
						spent += 5 * times;
						limit.settle(each, 0, 5 * times * CENTS);
					}
				}
				expect(spent).toBeLessThanOrEqual(dollars * 100);
			}),
		);
	});

	it('lets one lookup fly at a time below a dollar until a price is known', () => {
		const limit = new DailyLimit();
		const first = reserved(limit, 0.5);
		expect(limit.reserve(0, 0.5 * DOLLAR)).toBe('wait');
		limit.settle(first, 0, 0);
		limit.settle(reserved(limit, 0.5), 0, 5 * CENTS);
		expect([limit.spentAt(0), limit.highestPrice]).toEqual([5 * CENTS, 5 * CENTS]);
	});

	it('counts a lookup of unknown price as a dollar, so that a higher limit goes on', () => {
		const limit = new DailyLimit();
		limit.settle(reserved(limit, 0.5), 0);
		expect(limit.reserve(0, 0.5 * DOLLAR)).toBe('limit');
		expect(reserved(limit, 2).micros).toBe(DOLLAR);
	});

	it('counts a lookup that may have been charged with the highest price', () => {
		const limit = withPrice(5);
		limit.settle(reserved(limit, 5), 0);
		expect(limit.spentAt(0)).toBe(10 * CENTS);
	});

	it('counts 24 hours and the current one', () => {
		const limit = withPrice(40, 70);
		expect(limit.reserve(24 * HOUR, DOLLAR)).toBe('limit');
		expect(reserved(limit, 1, 25 * HOUR)).toBeDefined();
	});

	it('of nothing allows nothing', () => {
		expect(new DailyLimit().reserve(0, 0)).toBe('limit');
		expect(withPrice(5, 0).reserve(0, 4 * CENTS)).toBe('limit');
	});

	it('wakes who waits when a lookup ends', async () => {
		const limit = new DailyLimit();
		const first = reserved(limit, 1);
		const waiting = limit.changed();
		limit.settle(first, 0, 0);
		await expect(waiting).resolves.toBeUndefined();
	});
});

describe('What is remembered of visitors', () => {
	it('is known for the hours', () => {
		const memory = new VisitorMemory();
		memory.lookedUp('a', 0);
		expect([memory.isKnown('a', 24 * HOUR - 1, DAY), memory.isKnown('a', 24 * HOUR, DAY)]).toEqual([
			true,
			false,
		]);
		expect([memory.reportOnce('acme.com', 0, DAY), memory.reportOnce('acme.com', HOUR, DAY)]).toEqual([
			true,
			false,
		]);
		expect(memory.reportOnce('acme.com', 24 * HOUR, DAY)).toBe(true);
	});

	it('is the same after a restart, whatever it was', () => {
		const key = fc.stringMatching(/^[\w.-]{1,20}$/);
		fc.assert(
			fc.property(fc.uniqueArray(key), fc.uniqueArray(key), fc.nat(100), (visitors, companies, cents) => {
				const before = new VisitorMemory();
				for (const visitor of visitors) before.lookedUp(visitor, 5 * HOUR);
				for (const company of companies) before.reportOnce(company, 5 * HOUR, DAY);
				before.limit.settle(reserved(before.limit, 5), 5 * HOUR, cents * CENTS);
				const saved = before.save(6 * HOUR, DAY);
				const after = new VisitorMemory();
				after.merge(saved, 6 * HOUR, DAY);
				expect(after.isUnsaved).toBe(false);
				expect(after.save(6 * HOUR, DAY)).toEqual(saved);
				expect(visitors.every((visitor) => after.isKnown(visitor, 6 * HOUR, DAY))).toBe(true);
				expect(companies.some((company) => after.reportOnce(company, 6 * HOUR, DAY))).toBe(false);
				expect([after.limit.spentAt(6 * HOUR), after.limit.highestPrice]).toEqual([
					cents * CENTS,
					cents * CENTS,
				]);
			}),
		);
	});

	it('is shared by two processes, which then write no more', () => {
		const [one, other] = [new VisitorMemory(), new VisitorMemory()];
		one.lookedUp('a', 0);
		other.lookedUp('b', 0);
		other.merge(one.save(0, DAY), 0, DAY);
		expect(other.isUnsaved).toBe(true);
		one.merge(other.save(0, DAY), 0, DAY);
		expect([one.isKnown('b', 0, DAY), other.isKnown('a', 0, DAY)]).toEqual([true, true]);
		expect([one.isUnsaved, other.isUnsaved]).toEqual([false, false]);
	});

	it('is written again when something else put an old one back', () => {
		const memory = new VisitorMemory();
		memory.lookedUp('a', 0);
		const old = memory.save(0, DAY);
		memory.lookedUp('b', 0);
		memory.save(0, DAY);
		memory.merge(old, 0, DAY);
		expect(memory.isUnsaved).toBe(true);
	});

	it('is 10,000 visitors, without those whose time is over', () => {
		const memory = new VisitorMemory();
		for (let index = 0; index <= 10_000; index++) memory.lookedUp(`${index}`, index < 5000 ? 0 : 20 * HOUR);
		expect([memory.isKnown('0', HOUR, DAY), memory.isKnown('1', HOUR, DAY)]).toEqual([false, true]);
		expect(memory.save(20 * HOUR, DAY).visitors.split(',')).toHaveLength(10_000);
		expect(memory.save(30 * HOUR, DAY).visitors.split(',')).toHaveLength(5001);
	});
});
