import type { Radar } from '../../shared/api/types';
import { isActive } from '../../shared/values/radars/radarInWords';
import type { ReadRow } from '../radars/radarRow';
import {
	groupChanges,
	isOfList,
	planSync,
	type Change,
	type Desired,
	type Plan,
	type PlanOptions,
} from './planSync';

/** A row of a plan, and the input item that it is. */
export type AppliedRow = ReadRow & { item: number };

/** What a row asks for; of a row that creates nothing, what it shows. */
export function desiredOf(row: AppliedRow): Desired {
	const { radar_type, domain, full_name, keyword } = row.shown;
	const definition = row.do === 'create' ? row.radar : { radar_type, domain, full_name, keyword };
	return { item: row.item, key: row.key, definition, unset: [] };
}

const NOT_NAMED = "These rows don't replace it.";

/** Does what the rows say, as far as it still fits the account, and touches no other radar. */
class RowPlanner {
	readonly changes: Change[] = [];

	/** The active radars of the list. */
	readonly own: Map<string, Radar>;

	private readonly leaving = new Map<string, number | undefined>();

	constructor(
		private readonly rows: AppliedRow[],
		private readonly radars: ReadonlyMap<string, Radar>,
		private readonly list: string,
	) {
		this.own = new Map([...radars].filter(([, radar]) => isActive(radar) && isOfList(radar, list)));
	}

	/** Deactivates the radars that new ones replace. One whose replacement is there already is the rest of an earlier try. */
	replace(creates: ReadonlyMap<number, Change>): void {
		const rowOf = new Map(this.rows.flatMap((row) => (row.do === 'replaced' ? [[row.radar_id, row]] : [])));
		for (const row of this.rows) {
			const change = creates.get(row.item);
			if (row.do !== 'create' || row.replaces === undefined || !change) continue;
			const { radar } = change;
			if (change.change === 'create') change.radar = this.radars.get(row.replaces);
			else if (change.change !== 'keep' || !radar || !isOfList(radar, this.list)) continue;
			const replaced = rowOf.get(row.replaces);
			this.deactivate(row.replaces, 'Replaced.', replaced);
		}
	}

	deactivate(id: string, reason: string, row: AppliedRow | undefined): void {
		const radar = this.own.get(id);
		const desired = row && desiredOf(row);
		const earlier = this.leaving.get(id);
		if (radar && !this.leaving.has(id)) {
			this.leaving.set(id, row?.item);
			this.changes.push({ change: 'deactivate', reason, radar, desired });
		} else if (row)
			this.keep(row, earlier === undefined ? this.whyGone(id) : `The same radar as item ${earlier}.`);
	}

	keep(row: AppliedRow, reason: string): void {
		const radar = 'radar_id' in row ? this.radars.get(row.radar_id) : undefined;
		this.changes.push({ change: 'keep', reason, radar, desired: desiredOf(row) });
	}

	/** The rows that create nothing, after those that do. */
	others(): void {
		for (const row of this.rows) {
			if (row.do === 'deactivate') this.deactivate(row.radar_id, 'As planned.', row);
			else if (row.do === 'nothing') this.keep(row, 'Nothing to do.');
			else if (row.do === 'replaced' && !this.leaving.has(row.radar_id))
				this.keep(
					row,
					this.own.has(row.radar_id) ? 'No row of these replaces it.' : this.whyGone(row.radar_id),
				);
		}
	}

	private whyGone(id: string): string {
		const radar = this.radars.get(id);
		if (!radar) return 'The account has no such radar any more.';
		return isOfList(radar, this.list) ? 'Deactivated already.' : "It isn't a radar of this list.";
	}
}

/** The changes that the rows of a plan make. What exists meanwhile is kept, and so is what is gone. */
export async function planOfRows(
	rows: AppliedRow[],
	desired: Desired[],
	existing: Radar[],
	options: PlanOptions,
): Promise<Plan> {
	const leaving = new Set(
		rows.map((row) => (row.do === 'create' ? row.replaces : row.do === 'deactivate' && row.radar_id)),
	);
	const others = existing.filter(({ radar_id: id }) => !leaving.has(id));
	const plan = await planSync(desired, others, {
		...options,
		replaceChanged: false,
		createIncomparable: rows.every((row) => row.do !== 'create' || row.anyway === true),
		keepAll: NOT_NAMED,
	});
	const creates = plan.changes.filter((change) => change.desired !== undefined);
	const planner = new RowPlanner(
		rows,
		new Map(existing.map((radar) => [radar.radar_id, radar])),
		options.list,
	);
	planner.replace(new Map(creates.map((change) => [change.desired?.item ?? -1, change])));
	planner.others();
	const changes = [...creates, ...planner.changes];
	return {
		...(await groupChanges(changes)),
		conflicts: plan.conflicts,
		own: [...planner.own.values()],
		keepAll: undefined,
		lostFilters: [],
	};
}
