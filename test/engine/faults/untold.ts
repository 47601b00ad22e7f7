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

/** An item of a bulk request whose result is still to come: it names the bulk request. */
const isUnderWay = ({ bulk_id, status }: IDataObject): boolean =>
	typeof bulk_id === 'string' && status === 'processing';

/** How many more charges an output tells of than it names. */
interface Told {
	text: string;
	lookups: number;
	/** Radars of bulk requests that it names, and those whose outcome it says is not known. */
	others: number;
}

/** The error that ended a run names radars, and counts lookups, bulk requests and what is not known. */
function toldByError({ message, description }: NonNullable<Output['ended']>): Told {
	const text = `${message} ${description}`;
	const unknown = (text.match(/may or may not have been/g) ?? []).length;
	const [, others = ''] = /also unknown for items? ([\d, ]+)/.exec(text) ?? [];
	const [, lookups = 0] = /(\d+) lookups?, /.exec(text) ?? [];
	const [, submitted = 0] = /bulk requests? of (\d+) radars? \(bulk_id/.exec(text) ?? [];
	const open = unknown + others.split(',').filter(Boolean).length;
	return { text, lookups: Number(lookups), others: open + Number(submitted) };
}

const toldBy = ({ items, errors, ended }: Output): Told =>
	ended
		? toldByError(ended)
		: {
				text: JSON.stringify([items, errors]),
				lookups: items.filter((json) => 'matches' in json).length,
				others: errors.filter(isUnknown).length + items.filter(isUnderWay).length,
			};

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * The charges that the user hears nothing of. A radar is named by its id, in an item or in an error; a lookup by its item. An error that says that the outcome isn't known, and an item that is under way, stand for one more.
 */
export function untold(charges: Charge[], ...outputs: Output[]): Charge[] {
	const told = outputs.map(toldBy);
	const radars = charges.filter(
		({ radar_id: id }) => id !== null && !told.some(({ text }) => text.includes(id)),
	);
	const lookups = charges.filter(({ kind }) => kind === 'reveal').slice(sum(told.map((one) => one.lookups)));
	return [...radars, ...lookups].slice(sum(told.map(({ others }) => others)));
}
