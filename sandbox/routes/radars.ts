import { refusals, success, type Answer } from '../answers';
import { startRadar } from '../findings/push';
import { createRadar, deactivateRadar } from '../radars';
import { millisecondsOf } from '../rules/timestamp';
import { isUuid, UUID_REASON } from '../rules/uuid';
import { inOtherForm } from '../otherForms';
import { radarTimeline, type StoredRadar } from '../state/radarStore';
import type { Timeline } from '../state/timeline';
import type { World } from '../world';
import { cursorText, readCursor } from './cursor';
import type { Call, Routes } from './route';

const DEFAULT_LIMIT = 50;

/** The API operations `createRadar`, `listRadars`, `getRadar` and `deactivateRadar`. */
export const radarRoutes: Routes = {
	// Checked where the items of a bulk request are checked too.
	createRadar: { needs: 'write', bodyIssues: () => [], run: create },
	listRadars: { needs: null, run: list },
	getRadar: { needs: null, run: (call) => answer(call, 200, 'Radar retrieved', radarOf(call, idOf(call))) },
	deactivateRadar: { needs: 'write', run: (call) => deactivate(call, idOf(call)) },
};

const idOf = ({ params }: Call) => params['radar_id'] ?? '';

/** @throws Refusal 400 for an id that is no UUID, 404 for one that the account does not have */
function radarOf({ account }: Call, radarId: string): StoredRadar {
	if (!isUuid(radarId)) throw refusals.invalid([{ field: 'id', reason: UUID_REASON }]);
	const radar = account.radars.get(radarId);
	if (radar === undefined) throw refusals.notFound('id', 'Radar');
	return radar;
}

const answer = ({ world }: Call, status: number, message: string, radar: StoredRadar): Answer =>
	success(status, message, world.clock.now(), { data: shown(world, radar) });

/** The record as the service shows it. */
const shown = (world: World, { record }: StoredRadar) =>
	world.settings().radars.otherForm ? inOtherForm(record) : record;

function create(call: Call): Answer {
	const radar = createRadar(call.world, call.account, call.body);
	startRadar(call.world, call.account, radar);
	return answer(call, 201, 'Radar created', radar);
}

/** Deactivation of one radar, alone or as an item of a bulk. */
export function deactivate(call: Call, radarId: string): Answer {
	const radar = radarOf(call, radarId);
	deactivateRadar(call.world, call.account, radar);
	return answer(call, 200, 'Radar deactivation initiated', radar);
}

function list(call: Call): Answer {
	const { world, query } = call;
	const now = world.clock.now();
	const { listMost, listCursor } = world.settings().radars;
	const limit = Number(query['limit'] ?? DEFAULT_LIMIT);
	const source = candidates(call);
	const listed = firstOf(source.walk('newest-first', null), filterOf(call), listMost ?? Infinity);
	const start = startOf(call, source, listed);
	const page = listed.slice(start, start + limit);
	const last = page.at(-1);
	const more = start + limit < listed.length && last !== undefined;
	const cursors = {
		text: () => cursorText({ place: source.placeOf(last as StoredRadar), issued: now }),
		number: () => start + limit,
		null: () => null,
		absent: () => undefined,
		constant: () => 'more',
	};
	return success(200, 'Radars retrieved', now, {
		count: page.length,
		limit,
		has_more: more,
		...(more ? { next_cursor: cursors[listCursor]() } : {}),
		data: page.map((radar) => shown(world, radar)),
	});
}

/** Where the page of this cursor begins. */
function startOf({ world, query }: Call, source: Timeline<StoredRadar>, listed: StoredRadar[]): number {
	const { cursor } = query;
	if (cursor === undefined || cursor === 'more') return 0;
	if (/^\d+$/.test(cursor)) return Number(cursor);
	const { place } = readCursor(cursor, world.clock.now(), null);
	if (place === null) return 0;
	const isBeyond = (radar: StoredRadar) => {
		const { at, id } = source.placeOf(radar);
		return at < place.at || (at === place.at && id < place.id);
	};
	const index = listed.findIndex(isBeyond);
	return index < 0 ? listed.length : index;
}

/** The radars that were asked for by id, or all; unknown and foreign ids are left out. */
function candidates({ account, query }: Call): Timeline<StoredRadar> {
	const { radar_id: ids } = query;
	if (ids === undefined) return account.radars.timeline;
	const named = radarTimeline();
	const radars = new Set(ids.split(',').map((id) => account.radars.get(id)));
	named.addAll([...radars].filter((radar) => radar !== undefined));
	return named;
}

function filterOf({ world, query }: Call): (radar: StoredRadar) => boolean {
	const { radar_type: type = '', radar_status: status, created_since: since } = query;
	const { speed, radars } = world.settings();
	const visibleUntil = world.clock.now() - (radars.listDelay * 1000) / speed;
	const from = since === undefined ? -Infinity : millisecondsOf(since);
	return ({ at, record }) =>
		at >= from &&
		(radars.listDelay === 0 || at <= visibleUntil) &&
		(type === '' || record.radar_type === type) &&
		(status === undefined || record.radar_status === status);
}

function firstOf<T>(items: Iterable<T>, wanted: (item: T) => boolean, count: number): T[] {
	const found: T[] = [];
	for (const item of items) {
		if (found.length >= count) break;
		if (wanted(item)) found.push(item);
	}
	return found;
}
