import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../../../sandbox';

/** What a run put out. */
export interface Output {
	items: IDataObject[];
	errors: IDataObject[];
}

const isUnknown = ({ details }: IDataObject): boolean =>
	(details as IDataObject | undefined)?.outcome === 'unknown';

/**
 * The charges that the user is told nothing of. A radar is told of by its id, in an item or in an error; a lookup by its item.
 * An error that says that the outcome is not known tells of one more.
 */
export function untold(charges: Charge[], { items, errors }: Output): Charge[] {
	const text = JSON.stringify([items, errors]);
	const openErrors = errors.filter(isUnknown).length;
	const radars = charges.filter(({ radar_id }) => radar_id !== null && !text.includes(radar_id));
	const lookups = charges.filter(({ kind }) => kind === 'reveal').slice(items.length);
	return [...radars, ...lookups].slice(openErrors);
}
