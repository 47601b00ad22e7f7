import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../runner/requestOptions';
import { definitionsFields, TIME_LIMIT_SECONDS } from '../../bulkSubmission/create';
import { maximumRadarsOption } from '../maximumRadars';

export const MAXIMUM_TO_DEACTIVATE = '20%';

export const fields: INodeProperties[] = [
	{
		displayName: 'List Name',
		name: 'listName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Target accounts',
		description:
			'Name of the list. Each radar created here belongs to it, and only radars that belong to it are ever deactivated.',
	},
	{
		displayName: 'Mode',
		name: 'syncMode',
		type: 'options',
		noDataExpression: true,
		// An AI agent only plans.
		displayOptions: { hide: { '@tool': [true] } },
		options: [
			{
				name: 'Plan',
				value: 'plan',
				description: 'Show what would change. Only reads, and is free.',
			},
			{
				name: 'Apply',
				value: 'apply',
				description: 'Create and deactivate radars. Creating may cost money at once.',
			},
		],
		default: 'plan',
		description: 'Whether to show the changes or to make them',
	},
	...definitionsFields,
	optionsField(
		{
			displayName: 'Allow Empty List',
			name: 'allowEmptyList',
			type: 'boolean',
			default: false,
			description: 'Whether an empty list may deactivate all radars of the list',
		},
		{
			displayName: 'Create If Not Comparable',
			name: 'createIncomparable',
			type: 'boolean',
			default: false,
			description:
				"Whether to create a radar although one outside the list watches the same, with filters that can't be compared. You may pay for the same radar twice.",
		},
		{
			displayName: 'Key Field',
			name: 'keyField',
			type: 'string',
			default: '',
			placeholder: 'e.g. crm_id',
			description:
				'Custom field that identifies each radar on the list. By default, the radar type and the target identify it.',
		},
		{
			...maximumRadarsOption,
			description: 'Stop before any change if more radars than this would be created. The default is 100.',
		},
		{
			displayName: 'Maximum to Deactivate',
			name: 'maximumToDeactivate',
			type: 'string',
			default: MAXIMUM_TO_DEACTIVATE,
			placeholder: 'e.g. 50 or 20%',
			description:
				"Stop before any change if more radars than this would be deactivated: a number, or a percentage of the list's active radars (at least 1)",
		},
		{
			displayName: 'Replace Changed Radars',
			name: 'replaceChanged',
			type: 'boolean',
			default: false,
			description:
				"Whether to deactivate a radar whose definition has changed and create a new one, which may cost money. A deactivated radar can't be restarted.",
		},
		{
			displayName: 'Time Limit (Seconds)',
			name: 'timeLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: TIME_LIMIT_SECONDS,
			description:
				'How long to wait for new radars. After it, those that are not ready are returned as processing.',
		},
	),
];
