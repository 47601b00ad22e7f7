import type { FailedOutcome } from './operation';

const NAMED_ITEMS = 20;

const named = (items: number[]): string => {
	const more = items.length - NAMED_ITEMS;
	const shown = items.slice(0, NAMED_ITEMS).join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Under On Error: Stop only the first item is explained; the others that are wrong are named. */
export const alsoWrong = (others: FailedOutcome[]): string => {
	if (others.length === 0) return 'Nothing was sent.';
	return `Fields are also wrong in ${named(others.flatMap(({ items }) => items))}. Nothing was sent.`;
};

/** The others of which it is not known whether they were done, and paid for, are named as well. */
export const alsoUnknown = (failed: FailedOutcome[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.details.outcome === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `It is also not known what became of ${named(unknown.flatMap(({ items }) => items))}.${candidates}`;
};
