import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../../../sandbox';

/** What a run put out. */
export interface Output {
	items: IDataObject[];
	errors: IDataObject[];
	/** The error that ended it, under On Error: Stop. */
	ended?: { message: string; description: string };
}

const isUnknown = ({ details }: IDataObject): boolean =>
	(details as IDataObject | undefined)?.outcome === 'unknown';

/** An item of a bulk submission whose result is still to come: it names the submission. */
const isUnderWay = ({ bulk_id, status }: IDataObject): boolean =>
	typeof bulk_id === 'string' && status === 'processing';

/** The same for the error that ended a run: its texts name radars, and count lookups, submissions and what is not known. */
function untoldByError(charges: Charge[], { message, description }: NonNullable<Output['ended']>): Charge[] {
	const text = `${message} ${description}`;
	const unknown = (text.match(/not known whether/g) ?? []).length;
	const [, others = ''] = /also not known what became of items? ([\d, ]+)/.exec(text) ?? [];
	const open = unknown + others.split(',').filter(Boolean).length;
	const [, lookups = 0] = /(\d+) lookups?, /.exec(text) ?? [];
	const [, submitted = 0] = /submissions? of (\d+) radars? \(bulk_id/.exec(text) ?? [];
	const reveals = charges.filter(({ kind }) => kind === 'reveal').slice(Number(lookups));
	const radars = charges
		.filter(({ kind }) => kind !== 'reveal')
		.slice(Number(submitted))
		.filter(({ radar_id }) => radar_id === null || !text.includes(radar_id));
	return [...reveals, ...radars].slice(open);
}

/**
 * The charges that the user is told nothing of. A radar is told of by its id, in an item or in an error; a lookup by its item.
 * An error that says that the outcome is not known, and an item that is under way, tell of one more.
 */
export function untold(charges: Charge[], { items, errors, ended }: Output): Charge[] {
	if (ended) return untoldByError(charges, ended);
	const text = JSON.stringify([items, errors]);
	const open = errors.filter(isUnknown).length + items.filter(isUnderWay).length;
	const radars = charges.filter(({ radar_id }) => radar_id !== null && !text.includes(radar_id));
	const lookups = charges.filter(({ kind }) => kind === 'reveal').slice(items.length);
	return [...radars, ...lookups].slice(open);
}
