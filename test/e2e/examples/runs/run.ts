import type { Sandbox } from '../../../../sandbox';
import type { Execution } from '../../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import type { Stage } from '../../stage';
import type { Changes } from '../example';
import type { StandIns } from '../services';
import type { Tables } from '../tables';

export interface World extends StandIns {
	sandbox: Sandbox;
	tables: Tables;
}

export type Ended = Pick<Execution, 'status' | 'error' | 'runs'>;

/** An example that runs, and what it then has done. */
export interface Run extends Pick<Changes, 'parameters'> {
	example: string;
	/** The node that starts it. */
	from: string;
	/** Values of the node Settings that a user changes. */
	settings?: Readonly<Record<string, boolean | number | string>>;
	/** Starts with its sample: what a user typed. */
	keepPin?: true;
	/** What a user does if it isn't only "Execute workflow". */
	execute?(saved: SavedWorkflow, world: World, stage: Stage): Promise<Ended>;
	before?(world: World): Promise<unknown> | void;
	/** What can be seen after it, in words. Throws if it isn't. */
	after(world: World, ended: Ended): Promise<string> | string;
}
