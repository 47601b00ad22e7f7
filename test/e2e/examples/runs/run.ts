import type { Sandbox } from '../../../../sandbox';
import type { Execution } from '../../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import type { Stage } from '../../stage';
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
	/** What a user does if it isn't "Execute workflow". */
	execute?(saved: SavedWorkflow, world: World, stage: Stage): Promise<Pick<Execution, 'status' | 'error'>>;
	before?(world: World): Promise<unknown> | void;
	/** What is to be seen after it, in words. Throws, or is empty, if it is not. */
	after(world: World): Promise<string> | string;
}

export const some = (count: number, what: string) => (count > 0 ? `${count} ${what}` : '');

export const only = (isSo: boolean, what: string) => (isSo ? what : '');
