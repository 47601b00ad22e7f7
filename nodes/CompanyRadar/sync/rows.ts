import type { IDataObject } from 'n8n-workflow';

import { known } from '../../shared/values/basics/values';
import type { ParameterReader } from '../../shared/form/parameterReader';
import type { Radar } from '../../shared/api/types';
import { AFTER_TOP_UP, isActive, differenceText } from '../../shared/values/radars/radarInWords';
import { asGiven } from '../radars/definitions';
import { inWords, lastOf, onOrAfter, radarRow, type RadarRow, withPlan } from '../radars/radarRow';
import { appliesRows } from './settings';
import { OFF_LIST, ON_LIST, type Change, type Planned } from './planSync';
import { timeIn } from '../../shared/values/basics/time';
import { inOneLine, type Refusal } from '../../shared/values/basics/refusal';

interface SyncColumns {
	/** Of a new radar: the radar it replaces. */
	replaces?: string;
	status?: 'processing';
}

export type SyncRow = {
	/** `created`, `deactivated`: done. `refused`: no radar has it, and its values are doubtful. `failed`: the item or the radar has an error. */
	change: Change['change'] | 'created' | 'deactivated' | 'failed';
} & Pick<Change, 'reason'> & {
		/** Of a radar that is kept: the fields that differ from the list, with commas. */
		differs_in?: string;
	} & RadarRow<SyncColumns, { bulk_id?: string; item_index?: number | null }> & {
		/** Of a plan: what Apply Plan Rows does. It's made for n8n, not for people. */
		plan?: string;
	};

/** Columns that are never empty come first: the editor paints empty cells red. */
export const syncRow = (change: SyncRow['change'], reason: string, shown: IDataObject): IDataObject => {
	const radar = inWords(shown);
	const { domain, full_name, keyword } = radar;
	return { change, ...known({ domain, full_name, keyword }), reason, ...radar };
};

/** The output item of a change that is only planned or needs no action. */
export function plannedRow({
	change,
	reason,
	radar,
	desired,
	differs = [],
	waitsUntil: end,
}: Change): IDataObject {
	const may = end && `${radar ? 'replaced' : 'created'} ${onOrAfter([end])}`;
	const why = may
		? `${reason} Unless your account allows duplicates, it's ${may}: apply the list again then.`
		: reason;
	const isWanted = change === 'create' || change === 'refused';
	const shown = isWanted ? desired?.definition : (radar ?? desired?.definition);
	const replaces = change === 'create' ? radar?.radar_id : undefined;
	const differsIn = differs.map(differenceText).join(', ');
	return syncRow(change, why, { ...radarRow(shown, { replaces }), differs_in: differsIn });
}

/** The first columns of a failed item. Its domain is as given, and may be what is wrong. */
export function failedRow(failure: Refusal, read: ParameterReader): IDataObject {
	const shown = { domain: '', ...asGiven(read, appliesRows(read)) };
	const failed = syncRow('failed', inOneLine(failure), shown);
	if (read.raw('syncMode') !== 'plan') return failed;
	return withPlan(failed, { list: String(read.raw('listName')), key: '', do: 'nothing' });
}

/** When the radar in the way of a new one ends, if it's a deactivated one that still runs. */
export const endsInTheWay = ({ already_existed: existed, runs_until: end }: IDataObject, now: number) =>
	existed === true && typeof end === 'string' && (timeIn(end) ?? 0) > now ? [end] : [];

/**
 * The output item of a create: a new radar, one that isn't ready yet, or an existing one that was in the way.
 * @param own the IDs of the list's radars
 */
export function createdRow(
	{ reason, radar: old }: Planned<'create'>,
	own: ReadonlySet<string>,
	json: IDataObject,
	now: number,
): IDataObject {
	const { already_existed: existed, ...radar } = json;
	if (json.status === 'processing') return syncRow('create', `${reason} Not ready yet.`, radar);
	if (!existed) return syncRow('created', reason, radar);
	const ends = endsInTheWay(json, now);
	const why =
		ends.length > 0
			? `A deactivated radar still runs until ${lastOf(ends)}. Apply the list again after that to ${old ? 'replace it' : 'create this one'}.`
			: whyKept(radar as Radar & IDataObject, own);
	return syncRow('keep', why, radar);
}

function whyKept(radar: Radar, own: ReadonlySet<string>) {
	if (!isActive(radar))
		return `The service doesn't accept it while an inactive radar of the same target exists. If the balance ran out: ${AFTER_TOP_UP}`;
	return own.has(radar.radar_id) ? ON_LIST : OFF_LIST;
}
