import { clock } from '../../../nodes/shared/concurrency/clock';
import { RecentKeys } from '../../../nodes/shared/concurrency/recentKeys';

afterEach(() => jest.restoreAllMocks());

test('a key is known for its time, counted from the last time it was added', () => {
	let seconds = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => seconds * 1000);
	const keys = new RecentKeys(10);
	keys.add('once', 'twice');
	seconds = 6;
	keys.add('twice');
	seconds = 10;
	expect(['once', 'twice', 'never'].map((key) => keys.has(key))).toEqual([true, true, false]);
	seconds = 11;
	keys.add('late');
	expect(['once', 'twice', 'late'].map((key) => keys.has(key))).toEqual([false, true, true]);
});
