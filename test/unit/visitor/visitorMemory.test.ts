import fc from 'fast-check';

import { VisitorMemory } from '../../../nodes/CompanyRadarVisitorTrigger/memory/visitorMemory';
import { countedHours, DailySpending } from '../../../nodes/shared/money/dailySpending';
import type { Store } from '../../../nodes/shared/n8n/processedItems';
import { changeOfNumber, entriesOfNumber, readNumbers } from '../../../nodes/shared/triggers/recordedValues';

const HOUR = 3_600_000;
const DOLLAR = 1_000_000;

class Crash extends Error {}

/** n8n's row of a node. It may crash after so many writes: the write is there, what follows isn't. */
class Row implements Store {
	entries = new Set<string>();

	writesLeft = Number.POSITIVE_INFINITY;

	/** Only so many of the newest entries stay. */
	kept = Number.POSITIVE_INFINITY;

	async record(entries: string[]) {
		const added = entries.filter((entry) => !this.entries.has(entry));
		for (const entry of added) this.entries.add(entry);
		const excess = this.entries.size - this.kept - entries.length;
		if (excess > 0) for (const entry of [...this.entries].slice(0, excess)) this.entries.delete(entry);
		this.wrote();
		return new Set(added);
	}

	async forget(entries: string[]) {
		for (const entry of entries) this.entries.delete(entry);
		this.wrote();
	}

	private wrote(): void {
		if (this.writesLeft-- <= 0) throw new Crash();
	}
}

const request = (key: string, now = 0, limit = DOLLAR) => ({
	key,
	now,
	limitMicros: limit,
	againAfterHours: 24,
});

async function bought(memory: VisitorMemory, row: Row, key: string, now: number, price: number) {
	const lookup = await memory.begin(row, request(key, now));
	if (typeof lookup !== 'string') await memory.end(row, lookup, price);
	return typeof lookup === 'string' ? lookup : 'bought';
}

describe('Numbers in a table of hashes', () => {
	it('are found again', async () => {
		const number = fc.integer({ min: 1, max: 9_999_999_999 });
		await fc.assert(
			fc.asyncProperty(fc.dictionary(fc.string(), number, { maxKeys: 5 }), async (numbers) => {
				const row = new Row();
				for (const [name, value] of Object.entries(numbers)) await row.record(entriesOfNumber(name, value));
				const found = await readNumbers(row, [...Object.keys(numbers), 'no such name']);
				expect(Object.fromEntries(found)).toEqual({ ...numbers });
			}),
		);
	});

	it('leave the larger one when a crash interrupts a change', async () => {
		const { record, forget } = changeOfNumber('n', 305, 294);
		const [interrupted, complete] = [new Row(), new Row()];
		for (const row of [interrupted, complete]) await row.record([...entriesOfNumber('n', 305), ...record]);
		await complete.forget(forget);
		expect(await readNumbers(interrupted, ['n'])).toEqual(new Map([['n', 305]]));
		expect(await readNumbers(complete, ['n'])).toEqual(new Map([['n', 294]]));
	});

	it('are at most one digit too large when a crash interrupts reading', async () => {
		for (let writes = 0; writes < 25; writes++) {
			const row = new Row();
			await row.record(entriesOfNumber('n', 305));
			row.writesLeft = writes;
			await readNumbers(row, ['n']).catch(() => undefined);
			row.writesLeft = Number.POSITIVE_INFINITY;
			const value = Number((await readNumbers(row, ['n'])).get('n'));
			expect([305, 309]).toContain(value);
			expect([...row.entries]).toEqual(expect.arrayContaining(entriesOfNumber('n', value)));
			expect(row.entries.size).toBeLessThanOrEqual(10);
		}
	});
});

describe('Spending', () => {
	it('reserves the whole limit until a price is known, then the highest one', () => {
		const spending = new DailySpending();
		const first = spending.reservationAt(0, DOLLAR);
		expect(first?.micros).toBe(DOLLAR);
		spending.add(first!);
		expect(spending.reservationAt(0, DOLLAR)).toBeUndefined();
		spending.settle(first!, 100_000);
		expect(spending.reservationAt(0, DOLLAR)?.micros).toBe(100_000);
		expect(spending.spentAt(0)).toBe(100_000);
	});

	it('counts 24 hours and the current one', () => {
		const spending = new DailySpending([[0, 700_000]], 400_000);
		expect(spending.reservationAt(24 * HOUR, DOLLAR)).toBeUndefined();
		expect(spending.reservationAt(25 * HOUR, DOLLAR)?.hour).toBe(25);
		expect(countedHours(25 * HOUR)).not.toContain(0);
	});

	it('never passes the limit, whatever is charged up to the highest price', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(50_000), { maxLength: 100 }), (charges) => {
				const spending = new DailySpending([], 50_000);
				const open = charges.flatMap((charge) => {
					const reservation = spending.reservationAt(0, DOLLAR);
					if (reservation) spending.add(reservation);
					return reservation ? [{ reservation, charge }] : [];
				});
				for (const { reservation, charge } of open) spending.settle(reservation, charge);
				expect(spending.spentAt(0)).toBeLessThanOrEqual(DOLLAR);
			}),
		);
	});

	it('with a limit of nothing allows nothing', () => {
		expect(new DailySpending().reservationAt(0, 0)).toBeUndefined();
	});
});

describe('What is remembered of visitors', () => {
	it('pays once for a network within the hours, and again after them', async () => {
		const [memory, row] = [new VisitorMemory(), new Row()];
		expect(await bought(memory, row, 'a', 0, 50_000)).toBe('bought');
		expect(await bought(memory, row, 'a', 24 * HOUR - 1, 50_000)).toBe('known');
		expect(await bought(memory, row, 'a', 24 * HOUR, 50_000)).toBe('bought');
	});

	it('knows it all after a restart, where a free lookup counts as nothing', async () => {
		const row = new Row();
		const before = new VisitorMemory();
		await bought(before, row, 'free', 0, 0);
		for (let index = 0; index < 15; index++) await bought(before, row, `a${index}`, HOUR, 50_000);
		await before.reportOnce(row, 'acme.com', HOUR, 24);

		const after = new VisitorMemory();
		expect(await bought(after, row, 'free', 2 * HOUR, 0)).toBe('known');
		expect(await bought(after, row, 'a0', 2 * HOUR, 0)).toBe('known');
		expect(await after.reportOnce(row, 'acme.com', 2 * HOUR, 24)).toBe(false);
		const results = [];
		for (let index = 0; index < 6; index++)
			results.push(await bought(after, row, `b${index}`, 2 * HOUR, 50_000));
		expect(results).toEqual(['bought', 'bought', 'bought', 'bought', 'bought', 'limit']);
	});

	it.each([
		['a process of months', 3000, 1, 3000],
		['many processes', 30_000, 200, 1000],
	])('includes the price after %s', async (_, visitors, perHour, perProcess) => {
		const row = new Row();
		row.kept = 25_000;
		const hourOf = (index: number) => HOUR * Math.floor(index / perHour);
		let memory = new VisitorMemory();
		const results = new Set<string>();
		for (let index = 0; index <= visitors; index++) {
			if (index % perProcess === 0) memory = new VisitorMemory();
			results.add(await bought(memory, row, `a${index}`, hourOf(index), 50));
		}
		expect([...results]).toEqual(['bought']);
	});

	it('includes the price wherever the process is killed', async () => {
		for (let writes = 0; writes < 40; writes++) {
			const row = new Row();
			await bought(new VisitorMemory(), row, 'first', 0, 50_000);
			row.writesLeft = writes;
			await bought(new VisitorMemory(), row, 'second', 0, 50_000).catch(() => undefined);
			row.writesLeft = Number.POSITIVE_INFINITY;
			expect(await bought(new VisitorMemory(), row, 'third', 0, 50_000)).toBe('bought');
		}
	});

	it('lets a visitor in again whose lookup surely was not performed', async () => {
		const [memory, row] = [new VisitorMemory(), new Row()];
		const lookup = await memory.begin(row, request('a'));
		if (typeof lookup === 'string') throw new Error(lookup);
		await memory.cancel(row, lookup);
		expect(row.entries.size).toBe(0);
		expect(await bought(memory, row, 'a', 0, 50_000)).toBe('bought');
	});

	it('counts a lookup with an unknown outcome as paid', async () => {
		const [memory, row] = [new VisitorMemory(), new Row()];
		await memory.begin(row, request('a'));
		expect(await memory.begin(row, request('b'))).toBe('limit');
		expect(await new VisitorMemory().begin(row, request('b', HOUR))).toBe('limit');
	});

	it('never pays twice or too much, wherever the process is killed', async () => {
		for (let writes = 0; writes < 40; writes++) {
			const row = new Row();
			await bought(new VisitorMemory(), row, 'first', 0, 50_000);
			const paid: string[] = [];
			const visit = async (memory: VisitorMemory, key: string) => {
				const lookup = await memory.begin(row, request(key, 0, 200_000));
				if (typeof lookup === 'string') return;
				paid.push(key);
				await memory.end(row, lookup, 50_000);
			};
			row.writesLeft = writes;
			const memory = new VisitorMemory();
			try {
				for (const key of ['a', 'b', 'c']) await visit(memory, key);
			} catch (error) {
				expect(error).toBeInstanceOf(Crash);
			}
			row.writesLeft = Number.POSITIVE_INFINITY;
			const restarted = new VisitorMemory();
			for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await visit(restarted, key);
			expect(paid).toEqual([...new Set(paid)]);
			expect(paid.length).toBeLessThanOrEqual(3);
		}
	});

	it('forgets expired networks at the next one', async () => {
		const [memory, row] = [new VisitorMemory(), new Row()];
		await bought(memory, row, 'old', 0, 0);
		await bought(memory, row, 'new', 30 * HOUR, 0);
		expect([...row.entries].filter((entry) => entry.startsWith('address'))).toEqual(['address new 30']);
	});
});
