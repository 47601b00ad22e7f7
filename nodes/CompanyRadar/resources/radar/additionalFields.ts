import type { INodeProperties } from 'n8n-workflow';

import { sortedByName } from '../../runner/requestOptions';
import { additionalFilterFields } from './filterFields';

export const CONTACT_SOCIAL = ['contact_social_posts', 'contact_social_engagements'];

const updatesSince: INodeProperties = {
	displayName: 'Updates Since',
	name: 'updatesSince',
	type: 'dateTime',
	default: '',
	description:
		"Also find events since this date, up to 5 years back. By default, radars only find new events. Uses the workflow's time zone if none is given.",
};

const customFields: INodeProperties[] = [
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Custom Field',
		default: {},
		description: 'Your own values to include in every update, such as a CRM ID',
		options: [
			{
				displayName: 'Fields',
				name: 'fields',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. crm_id',
						description: 'Key for this value in each update',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.account }}',
						description: 'Text value. Numbers are converted to text.',
					},
				],
			},
		],
	},
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		type: 'json',
		default: '{}',
		description: 'JSON object with text values. Overrides Custom Fields with the same name.',
	},
];

const webhookUrl: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/...',
	description:
		"Where to send this radar's updates, such as a trigger's production URL. Can't be changed later. Leave empty to use polling.",
};

/** Optional fields, in alphabetical order. */
export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: sortedByName([
		...additionalFilterFields,
		{
			displayName: 'Company Domain',
			name: 'domain',
			type: 'string',
			displayOptions: { show: { '/group': ['contact'], '/radarType': CONTACT_SOCIAL } },
			default: '',
			placeholder: 'e.g. example.com',
			description: "Domain of the person's employer",
		},
		...customFields,
		{
			displayName: 'Full Name',
			name: 'fullName',
			type: 'string',
			displayOptions: { show: { '/group': ['contact'], '/radarType': CONTACT_SOCIAL } },
			default: '',
			placeholder: 'e.g. Jane Doe',
			description: "The person's name",
		},
		{
			displayName: 'Profile URL',
			name: 'profileUrl',
			type: 'string',
			displayOptions: { show: { '/group': ['company'] } },
			default: '',
			placeholder: 'e.g. https://profiles.example/company/example',
			description: "The company's or school's page on a professional network (/company/ or /school/)",
		},
		updatesSince,
		webhookUrl,
	]),
};
