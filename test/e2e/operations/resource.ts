import type { Control } from '../../../sandbox';
import type { Radar } from '../../../sandbox/types';
import type { ActionNode } from './manualWorkflow';

export interface OperationNode extends ActionNode {
	/** What it is to put out, by what the service has and did after the run; of each item the members that count. */
	expected(control: Control): object[];
}

/** A resource of the action node with all its operations, as one workflow. */
export interface ResourceWorkflow {
	resource: string;
	items: object[];
	/** What the service is to have before. */
	prepare?(control: Control): void;
	nodes: OperationNode[];
}

/** A radar as the node shows it: one that was deactivated has the end of its paid month instead of a charge. */
export const shown = ({ next_charge_at: at, ...radar }: Radar) => ({
	...radar,
	[radar.radar_status === 'active' ? 'next_charge_at' : 'runs_until']: at,
});
