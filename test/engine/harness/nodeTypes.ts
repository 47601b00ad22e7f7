import type { INodeType, INodeTypeDescription, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
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

/** The node types that a test workflow may use: this package's, and two that stand for n8n's own. */
const TYPES: Record<string, INodeType> = {
	[`${PACKAGE}.companyRadar`]: new CompanyRadar(),
	[`${PACKAGE}.companyRadarTool`]: new CompanyRadar(),
	[`${PACKAGE}.companyRadarVisitorTrigger`]: new CompanyRadarVisitorTrigger(),
	'n8n-nodes-base.manualTrigger': passThrough('manualTrigger', []),
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
