import { clock } from '../../../nodes/shared/host/clock';
import { endingOf, paginate, type Page } from '../../../nodes/shared/client/http/pagination';

afterEach(() => jest.restoreAllMocks());

const walk = {
	endpoint: 'listRadars' as const,
	limit: Number.POSITIVE_INFINITY,
	longestWaitSeconds: 600,
	idOf: (item: number) => item,
};

const collect = async (pages: Page<number>[], limit = Number.POSITIVE_INFINITY) => {
	const items: number[] = [];
	for await (const item of paginate(async () => pages.shift()!, { ...walk, limit })) items.push(item);
	return items;
};

const page = (items: number[], cursor: string | null, hasMore = cursor !== null): Page<number> => ({
	items,
	hasMore,
	cursor,
});

test.each<[string, Page<number>[], RegExp]>([
	['more without a cursor', [page([1], null, true)], /doesn't say where/],
	['a cursor that is repeated', [page([1], 'a'), page([2], 'a')], /leads back/],
	[
		'cursors that go in a circle',
		[page([1], 'a'), page([2], 'b'), page([], 'a')],
		/leads back to an earlier page/,
	],
	['pages that bring nothing new', [page([1, 2], 'a'), page([3], 'b'), page([3], 'c')], /repeats an earlier/],
])('is never taken for complete: %s', async (_, pages, reason) => {
	await expect(collect(pages)).rejects.toMatchObject({
		message: 'The service gave only a part of the list of radars',
		description: expect.stringMatching(reason),
	});
});

test('a list ends with its last page', async () => {
	expect(await collect([page([1, 2], 'a'), page([3], null)])).toEqual([1, 2, 3]);
});

test('no more is given than is wanted, which may come before a list goes wrong', async () => {
	expect(await collect([page([1, 2], 'a'), page([3, 4], 'b')], 3)).toEqual([1, 2, 3]);
	expect(await collect([page([1, 2], null, true)], 2)).toEqual([1, 2]);
});

test.each<[object, boolean, string | null]>([
	[{ has_more: true, next_cursor: 7 }, true, '7'],
	[{ has_more: true, next_cursor: 0 }, true, '0'],
	[{ has_more: true, next_cursor: '' }, true, null],
	[{ has_more: true, next_cursor: {} }, true, null],
	[{ has_more: 'true', next_cursor: null }, true, null],
	[{ next_cursor: 'a' }, true, 'a'],
	[{}, false, null],
	[{ has_more: null, next_cursor: null }, false, null],
	[{ has_more: false, next_cursor: 'a' }, false, 'a'],
])('%j says whether the list goes on, and where', (body, hasMore, cursor) => {
	expect(endingOf(body as Parameters<typeof endingOf>[0])).toEqual({ hasMore, cursor });
});

test.each([
	['new items', (count: number) => [count]],
	['empty pages', () => []],
])('an endless list of %s ends with an error when the retry timeout is over', async (_, itemsOf) => {
	let now = 0;
	let pages = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const endless = async (): Promise<Page<number>> => {
		now += 10_000;
		pages++;
		return page(itemsOf(pages), `c${pages}`);
	};
	const walked = async () => {
		for await (const item of paginate(endless, walk)) expect(item).toBe(pages);
	};
	await expect(walked()).rejects.toMatchObject({
		message: 'The service gave only a part of the list of radars',
		description: expect.stringContaining('did not end within 600 seconds'),
	});
	expect(pages).toBeLessThanOrEqual(62);
});
