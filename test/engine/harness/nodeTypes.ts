import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { CompanyRadarVisitorTrigger } from '../../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';

const PACKAGE = 'n8n-nodes-company-radar';

const passThrough = (name: string, inputs: INodeTypeDescription['inputs']): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: 'Passes its items on',
		defaults: { name },
		inputs,
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
});

/** Stands for Loop Over Items: puts out batches of two items one by one, and then all that came back. */
const loopOverItems: INodeType = {
	description: {
		...passThrough('splitInBatches', [NodeConnectionTypes.Main]).description,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['done', 'loop'],
	},
	async execute() {
		const state = this.getContext('node') as { left?: INodeExecutionData[]; done?: INodeExecutionData[] };
		if (state.left) state.done = [...(state.done ?? []), ...this.getInputData()];
		state.left ??= this.getInputData();
		const batch = state.left.splice(0, 2);
		return batch.length > 0 ? [[], batch] : [state.done ?? [], []];
	},
};

/** The node types that a test workflow may use: this package's, and some that stand for n8n's own. */
const TYPES: Record<string, INodeType> = {
	[`${PACKAGE}.companyRadar`]: new CompanyRadar(),
	[`${PACKAGE}.companyRadarTool`]: new CompanyRadar(),
	[`${PACKAGE}.companyRadarTrigger`]: new CompanyRadarTrigger(),
	[`${PACKAGE}.companyRadarVisitorTrigger`]: new CompanyRadarVisitorTrigger(),
	'n8n-nodes-base.manualTrigger': passThrough('manualTrigger', []),
	'n8n-nodes-base.splitInBatches': loopOverItems,
	'n8n-nodes-base.rssFeedReadTrigger': { ...passThrough('rssFeedReadTrigger', []), poll: async () => null },
	'n8n-nodes-base.noOp': passThrough('noOp', [NodeConnectionTypes.Main]),
};

export class TestNodeTypes implements INodeTypes {
	getByName(type: string): INodeType | IVersionedNodeType {
		const found = TYPES[type];
		if (!found) throw new Error(`The engine tests do not know the node type ${type}`);
		return found;
	}

	getByNameAndVersion(type: string): INodeType {
		return this.getByName(type) as INodeType;
	}

	getKnownTypes() {
		return {};
	}
}
