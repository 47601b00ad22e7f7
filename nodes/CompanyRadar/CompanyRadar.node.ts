import {
	type IBuilderHintVariation,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../shared/client/testCredential';
import { getRadars, searchRadars } from '../shared/form/radarPicker';
import { execute } from './execute';
import { DEPARTMENTS, SENIORITIES } from '../shared/api/assumptions';
import { RADAR_JSON_KEYS } from '../shared/form/fieldOptions';
import { OFFLINE, properties, RESOURCES } from './operations';

const SUBTITLES = Object.fromEntries(
	RESOURCES.flatMap(({ name, value, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, `${name}: ${operation.name}`]),
	),
);

/** What n8n's assistant must know of several operations, once, and of the output of each. */
const HINTS: IBuilderHintVariation[] = [
	{
		content: [
			`departments: ${DEPARTMENTS.join(', ')}`,
			`seniorities: ${SENIORITIES.join(', ')}`,
			`Keys of a radar in JSON: ${RADAR_JSON_KEYS}`,
			'Title expressions: words and "phrases" with AND, OR, AND NOT, parentheses and EXACT("title"). No commas, + or wildcards: for VP+, write vp OR director.',
			'Only Reveal has spendingLimit. Radars have maximumRadars and monthlyBudget, no other limit in dollars.',
			'Radars put out radar_id, domain, full_name, keyword, radar_type, radar_status, custom_fields, created_at, next_charge_at. Create adds already_existed, in bulk also bulk_id, with dryRun result and reason.',
		].join('\n'),
	},
	...RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, outputHint }) =>
			outputHint
				? [
						{
							content: `Output: ${outputHint}`,
							displayOptions: { show: { resource: [resource], operation: [operation] } },
						},
					]
				: [],
		),
	),
];

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
			extraTypeDefContent: HINTS,
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
