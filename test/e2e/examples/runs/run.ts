import type { Sandbox } from '../../../../sandbox';
import type { Changes } from '../example';
import type { Model } from '../services/model';
import type { Services } from '../services/services';
import type { Spreadsheet } from '../services/spreadsheet';
import type { Tables } from '../tables';

export interface World {
	sandbox: Sandbox;
	tables: Tables;
	services: Services;
	spreadsheet: Spreadsheet;
	model: Model;
}

/** An example that runs, and what it then has done. */
export interface Run extends Pick<Changes, 'parameters'> {
	example: string;
	/** The node that starts it. */
	from: string;
	/** Starts with its sample: what a user typed. */
	keepPin?: true;
	/** What the node waits for after "Execute workflow": a call to its test address. */
	call?: { path: string; body: object };
	before?(world: World): Promise<unknown> | void;
	/** What is to be seen after it, in words. Throws, or is empty, if it is not. */
	after(world: World): Promise<string> | string;
}

export const some = (count: number, what: string) => (count > 0 ? `${count} ${what}` : '');

export const only = (isSo: boolean, what: string) => (isSo ? what : '');
