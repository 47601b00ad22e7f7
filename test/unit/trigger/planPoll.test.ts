import { planPoll, type PollInput, type PollPlan } from '../../../nodes/CompanyRadarTrigger/polling/planPoll';
import {
	continued,
	firstState,
	type PollState,
	type SortOrder,
} from '../../../nodes/CompanyRadarTrigger/polling/pollState';

const TIME = Date.parse('2026-11-26T03:00:00Z');
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
}

const foundAt = (times: number[]): Listed[] =>
	times.map((time) => ({ id: `u${time}`, time, isWanted: true }));

/** This many updates, one a second, the last one at this time. */
const everySecond = (count: number, last: number): Listed[] =>
	foundAt(Array.from({ length: count }, (_, index) => last - (count - 1 - index) * 1000));

describe.each(['newest-first', 'oldest-first'] as const)('%s', (order) => {
	// The monotonic clock counts fractions of a millisecond, and the service whole ones.
	it.each([0, 0.3, 0.7])('loses nothing if what is final ends %f ms after an update', async (fraction) => {
		const list = new PolledList(order, foundAt([TIME - 1, TIME, TIME + 1]));
		await list.poll({ finalBefore: TIME + fraction });
		expect(list.emitted).toEqual(list.ids);
	});

	it('emits each update once, no more than there is room for, until none is left', async () => {
		const list = new PolledList(order, everySecond(57, TIME - MINUTE));
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

	it('forgets the IDs of updates that are final', async () => {
		const list = new PolledList(order, everySecond(50, TIME + 60_000));
		await list.poll();
		expect(Object.values(list.state.done).join('')).toHaveLength(9 * 50);
		await list.poll({ finalBefore: TIME + 60 * MINUTE });
		await list.poll({ finalBefore: TIME + 120 * MINUTE });
		expect(list.emitted).toHaveLength(50);
		expect(Object.values(list.state.done).join('').length).toBeLessThanOrEqual(9);
	});

	it('leaves what it could not remember to later polls', async () => {
		const list = new PolledList(order, everySecond(4200, TIME + 4200_000), 500);
		await list.poll({ capacity: 10_000 });
		expect(list.emitted.length).toBeLessThanOrEqual(4000);
		for (let minutes = 30; minutes <= 90; minutes += 30)
			await list.poll({ capacity: 10_000, finalBefore: TIME + minutes * MINUTE });
		expect(list.emitted.toSorted()).toEqual(list.ids.toSorted());
	});

	it('leaves updates that are too young to a later poll', async () => {
		const list = new PolledList(order, foundAt([TIME - 1, TIME, TIME + 1, TIME + 9000]));
		await list.poll({ emitUpTo: TIME });
		expect(list.emitted).toEqual(list.ids.slice(0, 2));
		await list.poll();
		expect(list.emitted).toEqual(list.ids);
	});

	it('emits an undecided update as soon as a poll can decide about it, however old it is', async () => {
		const list = new PolledList(order, everySecond(20, TIME - MINUTE));
		const [first] = list.updates;
		delete first?.isWanted;
		await list.poll();
		await list.poll({ finalBefore: TIME + 60 * MINUTE });
		expect(list.emitted).toEqual(list.ids.slice(1));
		if (first) first.isWanted = true;
		await list.poll({ finalBefore: TIME + 120 * MINUTE });
		expect(list.emitted).toEqual([...list.ids.slice(1), first?.id]);
	});
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
