import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { testCredential } from '../shared/client';
import { getRadars, searchRadars } from '../shared/parameters/radarPicker';
import { execute } from './execute';
import { OFFLINE, properties, RESOURCES } from './operations';

const SUBTITLES = Object.fromEntries(
	RESOURCES.flatMap(({ name, value, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, `${name}: ${operation.name}`]),
	),
);

export class CompanyRadar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Company Radar',
		name: 'companyRadar',
		icon: { light: 'file:../../icons/companyRadar.svg', dark: 'file:../../icons/companyRadar.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: `={{ ${JSON.stringify(SUBTITLES)}[$parameter["resource"] + ":" + $parameter["operation"]] }}`,
		description: 'Monitor companies, people and industries, and reveal the companies behind IP addresses',
		defaults: { name: 'Company Radar' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Creating radars and revealing companies charge the account; all other operations are free. To start a workflow on what radars find, use the Company Radar Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-company-radar.companyRadarTrigger',
					relationHint: 'Starts a workflow on the updates of radars',
				},
				{
					nodeType: 'n8n-nodes-company-radar.companyRadarVisitorTrigger',
					relationHint: 'Starts a workflow when a company visits a website, with each address looked up',
				},
			],
		},
		credentials: [
			{
				name: 'companyRadarApi',
				required: true,
				testedBy: 'companyRadarApiTest',
				displayOptions: { hide: { operation: OFFLINE } },
			},
		],
		properties,
	};

	methods = {
		listSearch: { searchRadars },
		loadOptions: { getRadars },
		credentialTest: { companyRadarApiTest: testCredential },
	};

	execute = execute;
}
