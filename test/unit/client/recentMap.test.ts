import { clock } from '../../../nodes/shared/host/clock';
import { RecentMap } from '../../../nodes/shared/host/recentMap';

let seconds = 0;

beforeEach(() => {
	seconds = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => seconds * 1000);
});
afterEach(() => jest.restoreAllMocks());

test('an entry is known for its time, counted from when it was last set', () => {
	const map = new RecentMap<number>({ seconds: 10 });
	map.set('once', 1);
	map.set('twice', 2);
	seconds = 6;
	map.set('twice', 3);
	seconds = 10;
	expect(map.entries()).toEqual([
		['once', 1],
		['twice', 3],
	]);
	seconds = 11;
	expect(['once', 'twice', 'never'].map((key) => map.get(key))).toEqual([undefined, 3, undefined]);
	expect(map.has('twice')).toBe(true);
	expect(map.size).toBe(1);
});

test('beyond its size, the entries set first are forgotten', () => {
	const map = new RecentMap<number>({ size: 2 });
	for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
	expect(map.entries()).toEqual([
		['a', 2],
		['c', 3],
	]);
	map.delete('a');
	expect(map.has('a')).toBe(false);
	expect(map.size).toBe(1);
});
