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

	pagesRead = 0;

	private passed: PollPlan['passed'] = [];

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
		const plan = await planPoll({
			state: this.state,
			fetch: async (cursor) => {
				this.pagesRead++;
				const start = Number(cursor ?? 0);
				const end = start + this.pageSize;
				const items = sorted
					.slice(start, end)
					.map(({ id, time, isWanted }) => ({ id, time, isWanted, update: {} }));
				const hasMore = end < sorted.length;
				return await Promise.resolve({ items, hasMore, cursor: hasMore ? String(end) : null });
			},
			isFirst: false,
			start: this.passed.at(-1)?.cursor ?? this.state.cursor,
			passed: this.passed.slice(0, -1),
			now: TIME + 15 * MINUTE,
			isRecorded: () => false,
			capacity: 1000,
			emitUpTo: Number.POSITIVE_INFINITY,
			...input,
		});
		this.state = plan.state;
		this.passed = plan.passed;
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
		await list.poll({ now: TIME + 15 * MINUTE + fraction });
		expect(list.emitted).toEqual(list.ids);
	});

	it('emits each update once, no more than there is room for, until none is left', async () => {
		const list = new PolledList(order, everySecond(57, TIME - MINUTE));
		let polls = 0;
		for (let isBehind = true; isBehind; polls++) {
			const plan = await list.poll({ capacity: 10 });
			expect(plan.updates.length).toBeLessThanOrEqual(10);
			isBehind = plan.isBehind;
		}
		expect(list.emitted.toSorted()).toEqual(list.ids);
		expect(polls).toBeLessThanOrEqual(10);
		// Of its 9 pages, a poll reads only those that it needs.
		expect(list.pagesRead).toBeLessThanOrEqual(24);
		expect((await list.poll()).updates).toEqual([]);
	});

	it('forgets the IDs of updates that are final', async () => {
		const list = new PolledList(order, everySecond(50, TIME + 60_000));
		await list.poll();
		expect(Object.values(list.state.done).join('')).toHaveLength(9 * 50);
		await list.poll({ now: TIME + 75 * MINUTE });
		await list.poll({ now: TIME + 135 * MINUTE });
		expect(list.emitted).toHaveLength(50);
		expect(Object.values(list.state.done).join('').length).toBeLessThanOrEqual(9);
	});

	it('emits an undecided update as soon as a poll can decide about it, however old it is', async () => {
		const list = new PolledList(order, everySecond(20, TIME - MINUTE));
		const [first] = list.updates;
		delete first?.isWanted;
		await list.poll();
		await list.poll({ now: TIME + 75 * MINUTE });
		expect(list.emitted).toEqual(list.ids.slice(1));
		if (first) first.isWanted = true;
		await list.poll({ now: TIME + 135 * MINUTE });
		expect(list.emitted).toEqual([...list.ids.slice(1), first?.id]);
	});
});

describe('a list that goes on with another key', () => {
	const before: PollState = {
		...firstState(TIME),
		order: 'oldest-first',
		done: { 1: 'abcdefghi' },
		cursor: 'x',
	};

	it('keeps what is done, but no cursor', () => {
		expect(continued(before, TIME + 1)).toEqual({
			...firstState(TIME),
			order: 'oldest-first',
			done: before.done,
		});
	});

	it('never begins after the given time', () => {
		expect(continued(before, TIME - 1).watermark).toBe(TIME - 1);
	});
});
