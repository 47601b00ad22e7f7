import { Entries } from './entries';
import type { Judge } from './judge';
import type { FetchPage, Listed, PollState, Stretch } from './types';
import type { MayPass } from './walk';

type Window = PollState['window'];

interface Read<T> {
	/** Newest first. */
	items: Array<Listed<T>>;
	pages: Array<{ cursor: string | undefined; start: number }>;
	/** Everything down to what is done was read. */
	isWhole: boolean;
}

export interface WindowResult {
	window: Window;
	/** What was too much for this poll. */
	backlog?: Stretch;
}

/**
 * Reads a list that is newest first from its start down to what is done, and hands over what is new.
 * Where that is too much for one poll, the older part becomes a backlog; if `mayCut` is false, nothing new is handed over then.
 * @returns undefined if nothing could be read
 */
export async function readWindow<T>(
	window: Window,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	mayPass: MayPass,
	mayCut: boolean,
): Promise<WindowResult | undefined> {
	const entries = Entries.read(window.entries);
	const { items, pages, isWhole } = await readDown(window, fetch, judge, entries);
	if (items.length === 0 && !isWhole) return undefined;

	// What was handed over before comes first: the longer it waits, the less the other side remembers it.
	const known = items.filter(({ id }) => entries.get(id) !== undefined);
	const others = items.filter(({ id }) => entries.get(id) === undefined);
	const knownFit = known.filter((item) => judge.judge(item, entries) === 'left').length === 0;
	const fresh = others.filter((item) => !judge.isSettled(item, entries));
	if (!mayCut && !(isWhole && knownFit && fresh.length <= judge.room)) {
		return { window: { ...window, entries: entries.toString() } };
	}

	const left = items.filter((item) => judge.judge(item, entries) === 'left');
	const cutAt = (left[0] ?? (isWhole ? undefined : items.at(-1)))?.time;
	if (cutAt === undefined) return { window: settle(window.passed, items, entries, judge, mayPass) };

	const above = items.filter(({ time }) => time > cutAt);
	const settled = settle(cutAt + 1, above, entries, judge, mayPass);
	for (const { id } of above) entries.delete(id);
	const start = items.findIndex(({ time }) => time <= cutAt);
	const cursor = pages.findLast((page) => page.start <= start)?.cursor;
	return {
		window: settled,
		backlog: { cursor, passed: cutAt, end: window.passed, entries: entries.toString() },
	};
}

/** Reads until everything that is open was met, or there is no room for more of it. */
async function readDown<T>(
	{ passed }: Window,
	fetch: FetchPage<T>,
	judge: Judge<T>,
	entries: Entries,
): Promise<Read<T>> {
	const items: Array<Listed<T>> = [];
	const pages: Read<T>['pages'] = [];
	let cursor: string | undefined;
	let fresh = 0;
	let handedBefore = entries.openCount;
	while (fresh <= judge.room || handedBefore > 0) {
		const page = await fetch(cursor);
		if (page === 'refused' || page === 'later') return { items, pages, isWhole: false };
		// Cut off here, updates that come late into the lower part would be missed.
		if ('error' in page) throw page.error;
		pages.push({ cursor, start: items.length });
		const above = page.items.filter(({ time }) => passed === null || time >= passed);
		for (const item of above) {
			const status = entries.get(item.id);
			if (typeof status === 'number') handedBefore--;
			else if (!judge.isSettled(item, entries)) fresh++;
		}
		items.push(...above);
		if (page.next === null || above.length < page.items.length) return { items, pages, isWhole: true };
		cursor = page.next;
	}
	return { items, pages, isWhole: false };
}

/** Moves `passed` up over what is settled and old enough. What shares its time stays known. */
function settle<T>(
	passedBefore: number | null,
	newestFirst: Array<Listed<T>>,
	entries: Entries,
	judge: Judge<T>,
	mayPass: MayPass,
): Window {
	const items = newestFirst.toReversed();
	const newest = items.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
	const stop = items.findIndex(
		(item, index) => !judge.isSettled(item, entries) || !mayPass(item, items.length - index, newest),
	);
	const count = stop === -1 ? items.length : stop;
	const passed = items[count - 1]?.time ?? passedBefore;
	const kept = Entries.empty();
	for (const { id, time } of items) {
		const status = entries.get(id);
		if (status !== undefined && (passed === null || time >= passed)) kept.set(id, status);
	}
	return { passed, entries: kept.toString() };
}
