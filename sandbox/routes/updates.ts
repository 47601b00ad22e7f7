import { refusals, success, type Answer } from '../answers';
import { RADAR_TYPES } from '../document/document';
import { updateOf } from '../findings/updates';
import type { StoredUpdate, UpdateFilter } from '../state/updateStore';
import type { RadarType } from '../types';
import { cursorText, readCursor, type Cursor } from './cursor';
import type { Call, Routes } from './route';

/** The API leaves paging open (docs/contributing/api.md, List updates): the settings decide. */
export const updateRoutes: Routes = { listUpdates: { needs: null, run: list } };

function list(call: Call): Answer {
	const { world, account } = call;
	const now = world.clock.now();
	const { order, emptyPages, pageSize: size } = world.settings().updates;
	const cursor = cursorOf(call, now);
	if (emptyPages && !cursor.emptyGiven) return emptyPage(call, cursor, now);
	const { place, skip = 0 } = cursor;
	const found = account.updates.page(filterOf(call), order, place, skip + size + 1).slice(skip);
	const page = found.slice(0, size);
	const ending = found.length > size ? goingOn(call, page, skip, now) : atTheEnd(call, page, now);
	return pageAnswer(call, page, now, ending);
}

function cursorOf({ world, query }: Call, now: number): Cursor {
	const { cursorLifetime } = world.settings().updates;
	if (query['cursor'] === undefined) return { place: null, issued: now };
	return readCursor(query['cursor'], now, cursorLifetime);
}

function filterOf({ account, query }: Call): UpdateFilter {
	const { radar_id: ids, radar_type: list } = query;
	const types = list === undefined ? null : [...new Set(list.split(','))];
	const unknown = types?.find((type) => !RADAR_TYPES.includes(type));
	if (unknown !== undefined) {
		throw refusals.invalid([{ field: 'radar_type', reason: `must be one of ${RADAR_TYPES.join(', ')}` }]);
	}
	const radars = ids === undefined ? null : new Set(ids.split(',').map((id) => account.radars.get(id)));
	return {
		radars: radars === null ? null : [...radars].filter((radar) => radar !== undefined),
		types: types as RadarType[] | null,
	};
}

/** `has_more` and `next_cursor` as the page ends. */
type Ending = { has_more: boolean; next_cursor?: string | number | null };

const placeAfter = ({ account }: Call, page: StoredUpdate[], now: number): Cursor | null => {
	const last = page.at(-1);
	return last === undefined ? null : { place: account.updates.placeOf(last), issued: now };
};

function goingOn(call: Call, page: StoredUpdate[], skip: number, now: number): Ending {
	const text = cursorText(placeAfter(call, page, now) ?? { place: null, issued: now });
	switch (call.world.settings().updates.nextCursor) {
		case 'text':
			return { has_more: true, next_cursor: text };
		case 'number':
			return { has_more: true, next_cursor: skip + page.length };
		case 'constant':
			return { has_more: true, next_cursor: call.query['cursor'] ?? text };
		case 'null':
			return { has_more: true, next_cursor: null };
		case 'absent':
			return { has_more: true };
	}
}

function atTheEnd(call: Call, page: StoredUpdate[], now: number): Ending {
	const { world, query } = call;
	const beyond = placeAfter(call, page, now);
	switch (world.settings().updates.lastCursor) {
		case 'null':
			return { has_more: false, next_cursor: null };
		case 'absent':
			return { has_more: false };
		case 'repeated':
			return { has_more: false, next_cursor: query['cursor'] ?? null };
		case 'resumable':
			return {
				has_more: false,
				next_cursor: beyond === null ? (query['cursor'] ?? null) : cursorText(beyond),
			};
		case 'refused':
			return { has_more: false, next_cursor: cursorText({ place: null, issued: now, refused: true }) };
	}
}

function emptyPage(call: Call, cursor: Cursor, now: number): Answer {
	const next_cursor = cursorText({ ...cursor, issued: now, emptyGiven: true });
	return pageAnswer(call, [], now, { has_more: true, next_cursor });
}

function pageAnswer({ world }: Call, page: StoredUpdate[], now: number, ending: Ending): Answer {
	const { arrayName } = world.settings().updates;
	return success(200, 'Updates retrieved', now, {
		[arrayName]: page.map((update) => updateOf(world, update)),
		...ending,
	});
}
