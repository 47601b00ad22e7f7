import type { IDataObject } from 'n8n-workflow';

import { SERVER_CLOCKS_DIFFER_SECONDS } from '../../shared/api/assumptions';
import { ownCustomFields } from '../../shared/api/radarFields';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { clock } from '../../shared/host/clock';
import type { RunContext } from '../../shared/run/runContext';
import { domainInWords } from '../../shared/values/basics/inWords';
import { dayOf, isoOf, minuteInWords, SECOND_MS, timeIn } from '../../shared/values/basics/time';
import { differenceText } from '../../shared/values/radars/radarInWords';
import { differences } from '../../shared/values/radars/sameRadar';
import { sameText } from '../../shared/values/basics/sameText';
import { isObject, parseJson } from '../../shared/values/basics/values';

/** A radar as an output row: its target first, then the columns of the operation, its IDs last. */
export type RadarRow<Added = object, Ids = object> = Partial<
	Pick<Radar, 'domain' | 'full_name' | 'keyword'>
> &
	Pick<Radar, 'radar_type' | 'radar_status'> & {
		/** Of a deactivated radar whose paid month runs: its end. No further charge follows. */
		runs_until?: string | null;
	} & Added & { [Name in keyof Omit<Radar, 'radar_id'>]?: Radar[Name] | null } & Pick<Radar, 'radar_id'> &
	Ids;

const FIRST_COLUMNS = ['domain', 'full_name', 'keyword', 'radar_type', 'radar_status'];

/** The end of the paid month in which a radar was deactivated, until then. One that stopped because the balance ran out has none left. */
function paidMonthEnd({
	radar_status: status = 'active',
	next_charge_at: end,
	deactivated_at: at,
}: IDataObject) {
	const time = timeIn(end) ?? 0;
	const stopped = (timeIn(at) ?? 0) + SERVER_CLOCKS_DIFFER_SECONDS * SECOND_MS;
	const runs = status !== 'active' && time > stopped && time > clock.computerTime();
	if (!runs) return undefined;
	return typeof end === 'number' ? isoOf(time) : end;
}

export function radarRow(
	radar: Radar | RadarDefinition | undefined,
	added: IDataObject = {},
	ids?: object,
): IDataObject {
	const { radar_id, ...others } = { ...radar } as IDataObject;
	// Mostly empty, which the editor paints red.
	const { differs_in, ...addedFirst } = added;
	const first = FIRST_COLUMNS.map((name) => [name, others[name]]);
	const custom_fields = ownCustomFields(radar?.custom_fields);
	const row = {
		runs_until: paidMonthEnd(others),
		...addedFirst,
		...others,
		custom_fields,
		differs_in,
		radar_id,
		...ids,
	};
	const columns = Object.entries({ ...Object.fromEntries(first), ...row });
	return Object.fromEntries(columns.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** A radar that was created, or that existed already. */
export interface CreatedColumns {
	already_existed: boolean;
	/** Of an existing radar: the fields that differ from your definition, or may, with commas. */
	differs_in?: string;
}

/** The output row of a new radar. */
export const newRadar = (radar: Radar | RadarDefinition | undefined, ids?: object): IDataObject =>
	radarRow(radar, { already_existed: false, differs_in: '' }, ids);

/** The output row of a new radar, which also goes into the summary. Without its record, it has its definition. */
export function createdRadar(
	radar: Radar | RadarDefinition,
	{ summary }: RunContext,
	ids?: object,
): IDataObject {
	summary.radarCreated(radar);
	return newRadar(radar, ids);
}

/** The output row of an existing radar. Summary and row say how it differs from the definition. */
export function existingRadar(
	radar: Radar,
	definition: RadarDefinition,
	{ summary }: RunContext,
	ids?: object,
): IDataObject {
	const differs = differences(definition, radar);
	summary.radarExisted(radar, differs);
	const differsIn = differs.map(differenceText).join(', ');
	return radarRow(radar, { already_existed: true, differs_in: differsIn }, ids);
}

/** A row that people read before radars are created: its domain is as they write it. */
export const inWords = (row: IDataObject): IDataObject =>
	typeof row.domain === 'string' ? { ...row, domain: domainInWords(row.domain) } : row;

/** When the last of several radars ends, in words. */
export function lastOf(ends: string[]): string {
	return minuteInWords(ends.reduce((last, end) => Math.max(last, timeIn(end) ?? 0), 0));
}

/** When the service accepts new radars, given the ends of the radars in their way. */
export const onOrAfter = (ends: string[]): string => `on or after ${lastOf(ends)}`;

export type DeactivatedRow = { summary: string } & RadarRow;

/** A radar that was deactivated just now or earlier. Its summary says how long it finds updates, and that no charge follows. */
export function deactivatedRadar(radar: Radar, now: number): IDataObject {
	const end = timeIn(radar.next_charge_at);
	const until = end && `${end > now ? 'Finds' : 'Found'} updates until ${dayOf(end)}, no further charge.`;
	const summary = `Deactivated. ${until ?? 'No further charge.'}`;
	return { summary, ...radarRow({ ...radar, radar_status: 'inactive' }) };
}

/** What a row of a plan does when it's applied. */
export type PlannedChange =
	| {
			do: 'create';
			/** As it's sent, but for the list and the key. */
			radar: RadarDefinition;
			/** The radar that this one replaces. */
			replaces?: string;
			/** Whether another radar may monitor the same. */
			anyway?: boolean;
	  }
	| { do: 'deactivate'; radar_id: string }
	/** Deactivated by the row that replaces it. */
	| { do: 'replaced'; radar_id: string }
	| { do: 'nothing' };

/** A row of a plan of Radar: Sync List. */
type PlanRow = PlannedChange & { list: string; key: string };

/** The columns that say to a person what the row does. */
type ShownCells = { change: string } & Pick<
	RadarDefinition,
	'radar_type' | 'domain' | 'full_name' | 'email' | 'profile_url' | 'keyword'
>;

const SHOWN: Array<keyof ShownCells> = [
	'change',
	'radar_type',
	'domain',
	'full_name',
	'email',
	'profile_url',
	'keyword',
];

/** With its visible columns, as planned. */
export type ReadRow = PlanRow & { shown: ShownCells };

/** The row with a last column that is what Apply Plan Rows does. It's one text, since sheets, tables and CSV files flatten all else. */
export function withPlan(row: IDataObject, plan: PlanRow): IDataObject {
	const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name]]));
	return { ...row, plan: JSON.stringify({ ...plan, shown }) };
}

const isWhole = (plan: IDataObject): boolean => {
	if (plan.do === 'create') return isObject(plan.radar) && typeof plan.radar.radar_type === 'string';
	return plan.do === 'nothing' || typeof plan.radar_id === 'string';
};

const isRead = (plan: unknown): plan is ReadRow =>
	isObject(plan) &&
	isObject(plan.shown) &&
	typeof plan.list === 'string' &&
	typeof plan.key === 'string' &&
	isWhole(plan);

/** What the column of an item holds; undefined if it isn't that of a plan. */
function planIn(item: unknown): ReadRow | undefined {
	const given = isObject(item) ? item.plan : undefined;
	const plan = typeof given === 'string' ? parseJson(given) : given;
	return isRead(plan) ? plan : undefined;
}

export const isPlanRow = (item: unknown): boolean => planIn(item) !== undefined;

/** What a row of a plan says. A column that is gone was not edited. */
export function readPlanRow(item: unknown): ReadRow | 'edited' | 'none' {
	const row = isObject(item) ? item : {};
	const plan = planIn(row);
	if (!plan) return String(row.plan ?? '').startsWith('{"') ? 'edited' : 'none';
	const isEdited = SHOWN.some(
		(name) => row[name] !== undefined && sameText(row[name]) !== sameText(plan.shown[name]),
	);
	return isEdited ? 'edited' : plan;
}
