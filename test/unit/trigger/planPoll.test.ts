import type { SortOrder } from '../../../nodes/CompanyRadarTrigger/polling/pollState';
import { firstState } from '../../../nodes/CompanyRadarTrigger/polling/pollState';
import { planPoll } from '../../../nodes/CompanyRadarTrigger/polling/planPoll';

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
		remainingCapacity: 100,
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
