import type { INodeProperties } from 'n8n-workflow';

import { sortedByName } from '../../runner/requestOptions';
import { additionalFilterFields } from './filterFields';

const CONTACT_SOCIAL = ['contact_social_posts', 'contact_social_engagements'];

const updatesSince: INodeProperties = {
	displayName: 'Updates Since',
	name: 'updatesSince',
	type: 'dateTime',
	default: '',
	description:
		'Also find what happened since this date, at most five years back. Without it, only new events are found, so the first results may take a while. A date without a time zone means the one of the workflow.',
};

const customFields: INodeProperties[] = [
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Custom Field',
		default: {},
		description: 'Your own values, e.g. the ID of the account in your CRM. They come back with every update.',
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
						description: 'Under which you find the value again in the updates',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.account }}',
						description: 'Text. Numbers are sent as text.',
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
		description:
			'The same as an object with text values. Both are sent; this one wins where a name is in both.',
	},
];

const includeHistorical: INodeProperties = {
	displayName: 'Include Historical',
	name: 'includeHistorical',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the old switch for past events. The service stores it, and it does nothing: use Updates Since.',
};

const webhookUrl: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/...',
	description:
		'Where the service sends what it finds. It cannot be changed later. Take the production URL of the trigger node. Without it, fetch the updates by polling.',
};

/** What a radar can have beside what it needs, in alphabetical order. */
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
			description: 'The domain of the company where the person works',
		},
		...customFields,
		{
			displayName: 'Full Name',
			name: 'fullName',
			type: 'string',
			displayOptions: { show: { '/group': ['contact'], '/radarType': CONTACT_SOCIAL } },
			default: '',
			placeholder: 'e.g. Jane Doe',
			description: 'The name of the person',
		},
		{ ...includeHistorical, displayOptions: { show: { '/group': ['company'] } } },
		{
			displayName: 'Profile URL',
			name: 'profileUrl',
			type: 'string',
			displayOptions: { show: { '/group': ['company'] } },
			default: '',
			placeholder: 'e.g. https://profiles.example/company/example',
			description:
				'The page of the company or school on a professional network. The path is /company/ or /school/ and a name.',
		},
		updatesSince,
		webhookUrl,
	]),
};
