import { RadarApiError } from '../../../nodes/shared/client';
import { clock } from '../../../nodes/shared/client/clock';
import { paginate, type Page } from '../../../nodes/shared/client/pagination';

afterEach(() => jest.restoreAllMocks());

const walk = (limit = Number.POSITIVE_INFINITY) => ({
	endpoint: 'listRadars' as const,
	limit,
	longestWaitSeconds: 600,
	idOf: (item: number) => item,
});

const collect = async (pages: Page<number>[], limit = Number.POSITIVE_INFINITY) => {
	const cursors: Array<string | undefined> = [];
	const items: number[] = [];
	const next = async (cursor: string | undefined) => {
		cursors.push(cursor);
		const page = pages[cursors.length - 1] ?? pages.at(-1);
		if (!page) throw new Error('No page');
		return page;
	};
	for await (const item of paginate(next, walk(limit))) items.push(item);
	return { items, cursors };
};

const page = (items: number[], cursor: string | null, hasMore = cursor !== null): Page<number> => ({
	items,
	hasMore,
	cursor,
});

test('follows the cursors to the end', async () => {
	expect(await collect([page([1, 2], 'a'), page([3], 'b'), page([4], null)])).toEqual({
		items: [1, 2, 3, 4],
		cursors: [undefined, 'a', 'b'],
	});
});

test('stops at the limit without another request', async () => {
	expect(await collect([page([1, 2], 'a'), page([3, 4], 'b')], 3)).toEqual({
		items: [1, 2, 3],
		cursors: [undefined, 'a'],
	});
	expect(await collect([page([1, 2], 'a')], 2)).toEqual({ items: [1, 2], cursors: [undefined] });
});

test.each<[string, Page<number>[]]>([
	['a cursor that stays after the end', [page([1], 'a', false)]],
	['more without a cursor', [page([1], null, true)]],
	['a cursor that is repeated', [page([1], 'a'), page([], 'a')]],
	['cursors that go in a circle', [page([1], 'a'), page([], 'b'), page([], 'a')]],
])('ends at %s', async (_, pages) => {
	expect((await collect(pages)).items).toEqual([1]);
});

test('goes on over empty pages, but not for ever', async () => {
	expect((await collect([page([], 'a'), page([1], 'b'), page([], 'c'), page([2], null)])).items).toEqual([
		1, 2,
	]);
	const endless = Array.from({ length: 1000 }, (_, index) => page([], `c${index}`));
	expect((await collect(endless)).cursors).toHaveLength(20);
});

test('ends where a page brings nothing new under a new cursor', async () => {
	const pages = [
		page([1, 2], 'a'),
		page([3], 'b'),
		...Array.from({ length: 50 }, (_, at) => page([3], `c${at}`)),
	];
	expect(await collect(pages)).toEqual({ items: [1, 2, 3], cursors: [undefined, 'a', 'b'] });
});

test('an endless list of new items ends with an error when the retry timeout is over', async () => {
	let now = 0;
	let items = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const endless = async (): Promise<Page<number>> => {
		now += 10_000;
		return page([++items], `c${items}`);
	};
	const walked = async () => {
		for await (const item of paginate(endless, walk())) expect(item).toBe(items);
	};
	await expect(walked()).rejects.toThrow(RadarApiError);
	await expect(walked()).rejects.toMatchObject({
		description: expect.stringContaining('did not end within 600 seconds'),
	});
	expect(items).toBeLessThanOrEqual(2 * 62);
});
