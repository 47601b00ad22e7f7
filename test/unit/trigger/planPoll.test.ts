import { planPoll, type PollInput, type PollPlan } from '../../../nodes/CompanyRadarTrigger/polling/planPoll';
import {
	continued,
	firstState,
	type PollState,
	type SortOrder,
} from '../../../nodes/CompanyRadarTrigger/polling/pollState';

const TIME = Date.parse('2026-11-26T03:00:00Z');

/** What one poll emits of updates found at these times, sorted in this way. */
async function emitted(times: number[], order: SortOrder, finalBefore: number): Promise<number[]> {
	const sorted = times.toSorted((a, b) => (order === 'oldest-first' ? a - b : b - a));
	const items = sorted.map((time) => ({ id: `u${time}`, time, isWanted: true, update: {} }));
	const { updates } = await planPoll({
		state: { ...firstState(TIME - 3_600_000), order },
		fetch: async () => await Promise.resolve({ items, hasMore: false, cursor: null }),
		finalBefore,
		isRecorded: () => false,
		capacity: 100,
		emitUpTo: Number.POSITIVE_INFINITY,
		maxRequests: 10,
	});
	return updates.map(({ time }) => time);
}

// The monotonic clock counts fractions of a millisecond, and the service whole ones.
describe.each(['newest-first', 'oldest-first'] as const)('%s: what is final may end', (order) => {
	test.each([0, 0.3, 0.7])('%f ms after an update, which is not lost', async (fraction) => {
		const times = [TIME - 1, TIME, TIME + 1];
		expect(await emitted(times, order, TIME + fraction)).toEqual(times);
	});
});

const MINUTE = 60_000;

interface Listed {
	id: string;
	time: number;
	isWanted?: boolean;
}

/** A list of updates that is polled again and again. A cursor is the number of updates before its page. */
class PolledList {
	state: PollState;

	/** IDs in the order in which they were emitted. */
	readonly emitted: string[] = [];

	acceptsCursors = true;

	constructor(
		private readonly order: SortOrder,
		readonly updates: Listed[],
		private readonly pageSize = 7,
	) {
		this.state = { ...firstState(TIME - 60 * MINUTE), order };
	}

	async poll(input: Partial<PollInput> = {}): Promise<PollPlan> {
		const direction = this.order === 'oldest-first' ? 1 : -1;
		const sorted = this.updates.toSorted((a, b) => direction * (a.time - b.time));
		let requests = 0;
		const maxRequests = input.maxRequests ?? 10;
		const plan = await planPoll({
			state: this.state,
			fetch: async (cursor) => {
				if (cursor !== undefined && !this.acceptsCursors) return 'expired';
				if (++requests > maxRequests) return 'later';
				const start = Number(cursor ?? 0);
				const end = start + this.pageSize;
				const items = sorted
					.slice(start, end)
					.map(({ id, time, isWanted }) => ({ id, time, isWanted, update: {} }));
				const hasMore = end < sorted.length;
				return await Promise.resolve({ items, hasMore, cursor: hasMore ? String(end) : null });
			},
			finalBefore: TIME,
			isRecorded: () => false,
			capacity: 1000,
			emitUpTo: Number.POSITIVE_INFINITY,
			maxRequests,
			...input,
		});
		this.state = plan.state;
		this.emitted.push(...plan.updates.map(({ id }) => id));
		return plan;
	}

	get ids(): string[] {
		return this.updates.map(({ id }) => id);
	}

	/** This many updates, one a second, the last one at this time. */
	static of(order: SortOrder, count: number, last: number, pageSize?: number): PolledList {
		const updates = Array.from({ length: count }, (_, index) => {
			const time = last - (count - 1 - index) * 1000;
			return { id: `u${time}`, time, isWanted: true };
		});
		return new PolledList(order, updates, pageSize);
	}
}

describe.each(['newest-first', 'oldest-first'] as const)('%s: several polls', (order) => {
	it('emit each update once, no more than there is room for, until none is left', async () => {
		const list = PolledList.of(order, 57, TIME - MINUTE);
		let polls = 0;
		for (let isBehind = true; isBehind; polls++) {
			const plan = await list.poll({ capacity: 10, maxRequests: 4 });
			expect(plan.updates.length).toBeLessThanOrEqual(10);
			expect(plan.isStuck).toBe(false);
			isBehind = plan.isBehind;
		}
		expect(list.emitted.toSorted()).toEqual(list.ids);
		expect(polls).toBeLessThanOrEqual(10);
		expect((await list.poll()).updates).toEqual([]);
	});

	it('emit updates that are not final at once, and later ones beside them', async () => {
		const list = PolledList.of(order, 20, TIME + 30_000);
		await list.poll();
		expect(list.emitted).toHaveLength(20);
		list.updates.push({ id: 'late', time: TIME + 15_500, isWanted: true });
		await list.poll();
		await list.poll({ finalBefore: TIME + 60 * MINUTE });
		expect(list.emitted).toEqual([...list.ids.slice(0, 20), 'late']);
	});

	it('leave updates that are too young to a later poll', async () => {
		const list = PolledList.of(order, 20, TIME + 9000);
		await list.poll({ emitUpTo: TIME });
		expect(list.emitted).toEqual(list.ids.filter((id) => id <= `u${TIME}`));
		await list.poll();
		expect(list.emitted.toSorted()).toEqual(list.ids);
	});

	it('emit an undecided update as soon as a poll can decide about it, however old it is', async () => {
		const list = PolledList.of(order, 20, TIME - MINUTE);
		const [first] = list.updates;
		delete first?.isWanted;
		await list.poll();
		await list.poll({ finalBefore: TIME + 60 * MINUTE });
		expect(list.emitted).toEqual(list.ids.slice(1));
		if (first) first.isWanted = true;
		await list.poll({ finalBefore: TIME + 120 * MINUTE });
		expect(list.emitted).toEqual([...list.ids.slice(1), first?.id]);
	});

	it('skip what execute() has recorded, and count it in the revision', async () => {
		const list = PolledList.of(order, 20, TIME - MINUTE);
		const recorded = new Set(list.ids.slice(0, 5));
		await list.poll({ isRecorded: (id) => recorded.has(id) });
		expect(list.emitted).toEqual(list.ids.slice(5));
		expect(list.state.revision).toBe(20);
	});

	it('forget the IDs of updates that are final', async () => {
		const list = PolledList.of(order, 50, TIME + 60_000);
		await list.poll();
		expect(Object.values(list.state.done).join('')).toHaveLength(9 * 50);
		await list.poll({ finalBefore: TIME + 60 * MINUTE });
		await list.poll({ finalBefore: TIME + 120 * MINUTE });
		expect(list.emitted).toHaveLength(50);
		expect(Object.values(list.state.done).join('').length).toBeLessThanOrEqual(9);
	});

	it('leave what they could not remember to later polls', async () => {
		const list = PolledList.of(order, 4200, TIME + 4200_000, 500);
		await list.poll({ capacity: 10_000 });
		expect(list.emitted.length).toBeLessThanOrEqual(4000);
		for (let minutes = 30; minutes <= 90; minutes += 30)
			await list.poll({ capacity: 10_000, finalBefore: TIME + minutes * MINUTE });
		expect(list.emitted.toSorted()).toEqual(list.ids.toSorted());
	});

	it('get through a list whose cursors expire between polls', async () => {
		const list = PolledList.of(order, 30, TIME - MINUTE);
		await list.poll({ maxRequests: 2 });
		list.acceptsCursors = false;
		const plan = await list.poll({ maxRequests: 20 });
		expect(plan.isStuck).toBe(false);
		list.acceptsCursors = true;
		while ((await list.poll()).isBehind);
		expect(list.emitted.toSorted()).toEqual(list.ids);
	});
});

test('a list that can only be read from its start, and is too long for one poll, is reported', async () => {
	const list = new PolledList(
		'oldest-first',
		Array.from({ length: 30 }, (_, index) => ({ id: `u${index}`, time: TIME - MINUTE, isWanted: false })),
	);
	const reported: boolean[] = [];
	for (let poll = 0; poll < 4; poll++) {
		list.acceptsCursors = true;
		await list.poll({ maxRequests: 1 });
		list.acceptsCursors = false;
		reported.push((await list.poll({ maxRequests: 1 })).isStuck);
	}
	expect(reported.at(0)).toBe(false);
	expect(reported.at(-1)).toBe(true);
});

test('a cursor that is refused now and then is no reason to report, as long as polls get on in between', async () => {
	const list = new PolledList(
		'oldest-first',
		Array.from({ length: 30 }, (_, index) => ({
			id: `u${index}`,
			time: TIME - MINUTE + index,
			isWanted: false,
		})),
	);
	const reported: boolean[] = [];
	for (let outage = 0; outage < 4; outage++) {
		list.acceptsCursors = false;
		await list.poll({ maxRequests: 1 });
		list.acceptsCursors = true;
		for (let poll = 0; poll < 10; poll++) reported.push((await list.poll({ maxRequests: 1 })).isStuck);
	}
	expect(reported).not.toContain(true);
});

describe('a list that goes on with another key', () => {
	const before: PollState = {
		...firstState(TIME),
		order: 'oldest-first',
		done: { 1: 'abcdefghi' },
		cursor: 'x',
		backlog: { cursor: 'y', start: 2, end: 1 },
		expirations: 2,
	};

	it('keeps what is done, but no cursor', () => {
		expect(continued(before, TIME + 1)).toEqual({
			...firstState(TIME),
			order: 'oldest-first',
			done: before.done,
			backlog: { start: 2, end: 1 },
		});
	});

	it('never begins after the given time', () => {
		expect(continued(before, TIME - 1).watermark).toBe(TIME - 1);
	});
});
