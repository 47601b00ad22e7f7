import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { execute } from './execute';
import { fields } from './fields';
import { pollNode } from './poll';

export class CompanyRadarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Company Radar Trigger',
		name: 'companyRadarTrigger',
		icon: { light: 'file:../../icons/companyRadar.svg', dark: 'file:../../icons/companyRadar.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["delivery"] }}',
		description: 'Starts the workflow once for each update of your radars',
		defaults: { name: 'Company Radar Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'companyRadarApi', required: true }],
		properties: fields,
	};

	poll = pollNode;

	execute = execute;
}
