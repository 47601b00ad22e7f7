import type { IDataObject } from 'n8n-workflow';

import type { RadarDefinition } from '../../shared/api/types';
import { sameText } from '../../shared/values/basics/sameText';
import { isObject, parseJson } from '../../shared/values/basics/values';

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
export type PlanRow = PlannedChange & { list: string; key: string };

/** The columns that say to a person what the row does. */
type ShownCells = Pick<RadarDefinition, 'radar_type' | 'domain' | 'full_name' | 'keyword'> & {
	change: string;
};

const SHOWN: Array<keyof ShownCells> = ['change', 'radar_type', 'domain', 'full_name', 'keyword'];

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
