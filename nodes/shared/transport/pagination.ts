/** One page of a list, whatever its fields are called. */
export interface Page<T> {
	items: T[];
	hasMore: boolean;
	/** Null where the service gave none. */
	cursor: string | null;
}

/** So many pages in a row may be empty though more is promised. */
const EMPTY_PAGES = 20;

/** Walks through the pages, and ends also where a cursor is missing, repeated, or leads through nothing but empty pages. */
export async function* itemsOf<T>(
	getPage: (cursor: string | undefined) => Promise<Page<T>>,
	limit: number,
): AsyncGenerator<T, void> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	let left = limit;
	let empty = 0;
	while (left > 0 && empty < EMPTY_PAGES) {
		const page = await getPage(cursor);
		yield* page.items.slice(0, left);
		left -= page.items.length;
		empty = page.items.length === 0 ? empty + 1 : 0;
		if (!page.hasMore || page.cursor === null || seen.has(page.cursor)) return;
		cursor = page.cursor;
		seen.add(cursor);
	}
}
