import { refusals } from '../answers';
import type { Place } from '../state/timeline';

/** What a cursor knows: where the page before ended, and how to go on. */
export interface Cursor {
	/** Null: before the first page. */
	place: Place | null;
	/** This many items after `place`, where a cursor is a number. */
	skip?: number;
	/** When it was handed out, in milliseconds. */
	issued: number;
	/** An empty page was given for this place already. */
	emptyGiven?: boolean;
	/** Handed out with the last page, and not to be used. */
	refused?: boolean;
}

export const cursorText = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const refusedCursor = () => refusals.invalid([{ field: 'cursor', reason: 'is not a valid cursor' }]);

/**
 * Reads a cursor that is at most `lifetime` seconds old.
 * @throws Refusal 400 when it is none
 */
export function readCursor(text: string, now: number, lifetime: number | null): Cursor {
	const cursor = parsed(text);
	if (cursor === null || cursor.refused) throw refusedCursor();
	if (lifetime !== null && now - cursor.issued > lifetime * 1000) throw refusedCursor();
	return cursor;
}

function parsed(text: string): Cursor | null {
	if (/^\d{1,9}$/.test(text)) return { place: null, skip: Number(text), issued: Infinity };
	try {
		const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
		return typeof cursor.issued === 'number' ? cursor : null;
	} catch {
		return null;
	}
}
