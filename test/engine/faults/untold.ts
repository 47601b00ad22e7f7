import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../../../sandbox';

/** What a run put out. */
export interface Output {
	items: IDataObject[];
	errors: IDataObject[];
}

const isUnknown = ({ details }: IDataObject): boolean =>
	(details as IDataObject | undefined)?.outcome === 'unknown';

/** An item of a bulk submission whose result is still to come: it names the submission. */
const isUnderWay = ({ bulk_id, status }: IDataObject): boolean =>
	typeof bulk_id === 'string' && status === 'processing';

/**
 * The charges that the user is told nothing of. A radar is told of by its id, in an item or in an error; a lookup by its item.
 * An error that says that the outcome is not known, and an item that is under way, tell of one more.
 */
export function untold(charges: Charge[], { items, errors }: Output): Charge[] {
	const text = JSON.stringify([items, errors]);
	const open = errors.filter(isUnknown).length + items.filter(isUnderWay).length;
	const radars = charges.filter(({ radar_id }) => radar_id !== null && !text.includes(radar_id));
	const lookups = charges.filter(({ kind }) => kind === 'reveal').slice(items.length);
	return [...radars, ...lookups].slice(open);
}
