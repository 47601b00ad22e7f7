import type { INodeProperties } from 'n8n-workflow';

import { notForModels } from '../../../shared/parameters/parameterReader';
import { filterFields, showOn } from './filterFields';
import { COUNTRIES_MAX, TYPES_WITH_COUNTRIES, TYPES_WITH_KEYWORD } from '../../../shared/api/assumptions';
import { docsLink } from '../../../shared/basics/docsLink';
import type { Group } from '../../../shared/api/names';
import {
	RADAR_TYPES,
	TYPES_THAT_IGNORE_UPDATES_SINCE,
	typesWith,
	type RadarType,
} from '../../../shared/api/radarTypes';
import {
	collectionField,
	listValues,
	radarTypeOptions,
	RADAR_FIELDS,
	textField,
	typeField,
	withToolDescription,
} from '../../../shared/parameters/fieldOptions';

const customFields: INodeProperties[] = [
	RADAR_FIELDS.customFields,
	{
		displayName: 'Custom Fields (JSON)',
		name: 'customFieldsJson',
		type: 'json',
		default: '{}',
		description: 'JSON object with text values, such as {"crm_id": "42"}',
		hint: 'Overrides Custom Fields with the same name',
	},
];

const webhookUrl = notForModels(
	textField(
		'Webhook URL',
		'webhookUrl',
		'https://n8n.example.com/webhook/...',
		"Where to send this radar's updates, such as a trigger's production URL. Can't be changed later. Leave empty to use polling.",
	),
);

/** The others always start on the first of the current month. */
const TYPES_WITH_START = RADAR_TYPES.filter((type) => !TYPES_THAT_IGNORE_UPDATES_SINCE.includes(type));

export const additionalFields = collectionField('Additional Fields', 'additionalFields', 'Add Field', [
	{
		...RADAR_FIELDS.domain,
		displayOptions: showOn('contact', typesWith('domain', ['optional']), '/'),
		description: "Domain of the person's employer",
	},
	...customFields,
	{
		...RADAR_FIELDS.fullName,
		displayOptions: showOn('contact', typesWith('full_name', ['optional']), '/'),
	},
	{
		...RADAR_FIELDS.profileUrl,
		displayOptions: showOn('company', undefined, '/'),
		placeholder: 'e.g. https://profiles.example/company/example',
		description: "The company's or school's page on a professional network (/company/ or /school/)",
	},
	{ ...RADAR_FIELDS.updatesSince, displayOptions: showOn('company', TYPES_WITH_START, '/') },
	{ ...RADAR_FIELDS.updatesSince, displayOptions: { show: { '/group': ['contact', 'industry'] } } },
	webhookUrl,
]);

const typeSelect = (group: Group, usual: RadarType): INodeProperties[] => {
	const options = radarTypeOptions(group);
	const description = `What to look for. ${docsLink('Which type do I need?', 'radar-types.md')}`;
	return withToolDescription(
		{
			displayName: 'Radar Type',
			name: typeField(group),
			type: 'options',
			displayOptions: showOn(group),
			options,
			default: usual,
			description,
		},
		`What to look for: ${listValues(options)}`,
	);
};

const profileUrl: INodeProperties = {
	...RADAR_FIELDS.profileUrl,
	description:
		"The person's page on a professional network (/in/). The most reliable way to identify a person.",
};

/** The fields that define a radar (docs/contributing/api.md, Create a radar), used by Radar: Create and Radars in Bulk: Create. */
export const definitionFields: INodeProperties[] = [
	{
		displayName: 'Monitor',
		name: 'group',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Company', value: 'company', description: 'One company: hires, jobs, posts, mentions' },
			{ name: 'Contact', value: 'contact', description: 'One person: job changes and posts' },
			{
				name: 'Industry',
				value: 'industry',
				description: 'Any company: funding, new companies, and jobs or mentions of a keyword',
			},
		],
		default: 'company',
		description: 'Who or what to monitor',
	},
	...typeSelect('company', 'company_new_hires'),
	...typeSelect('contact', 'contact_job_changes'),
	...typeSelect('industry', 'industry_mentions'),
	{
		...RADAR_FIELDS.domain,
		required: true,
		displayOptions: showOn('company'),
		description: "The company's domain or website address",
	},
	{
		...RADAR_FIELDS.domain,
		required: true,
		displayOptions: showOn('contact', typesWith('domain', ['required'])),
		description: "Domain of the person's current employer",
	},
	...withToolDescription(
		{
			...profileUrl,
			displayOptions: showOn('contact', typesWith('profile_url', ['oneOf'])),
			hint: 'Enter at least one of Profile URL, Email or Full Name',
		},
		`${profileUrl.description} One of profile URL, email and full name is required.`,
	),
	{
		...profileUrl,
		required: true,
		displayOptions: showOn('contact', typesWith('profile_url', ['required'])),
	},
	{
		...RADAR_FIELDS.email,
		displayOptions: showOn('contact', typesWith('email')),
	},
	{
		...RADAR_FIELDS.fullName,
		displayOptions: showOn('contact', typesWith('full_name', ['required', 'oneOf'])),
	},
	{
		...RADAR_FIELDS.keyword,
		required: true,
		displayOptions: showOn('industry', TYPES_WITH_KEYWORD),
		description: 'Word or phrase to look for, at least 3 characters',
	},
	...withToolDescription(
		{
			...RADAR_FIELDS.countries,
			displayOptions: showOn('industry', TYPES_WITH_COUNTRIES),
			description: `Only these countries, up to ${COUNTRIES_MAX}. For other values, use an expression that returns a list.`,
		},
		`Only these countries, up to ${COUNTRIES_MAX}: full English names separated by commas, such as Germany, France`,
	),
	...filterFields,
	additionalFields,
];
