import type { INodeProperties } from 'n8n-workflow';

import { COUNTRIES_MAX, TYPES_WITH_COUNTRIES, TYPES_WITH_KEYWORD } from '../../../shared/api/assumptions';
import { INDUSTRY_RADAR_TYPES, type RadarType } from '../../../shared/api/radarTypes';
import { COUNTRY_OPTIONS } from '../../../shared/filterOptions';
import { RADAR_TYPE_OPTIONS } from '../../../shared/radarTypeOptions';
import { additionalFields, CONTACT_SOCIAL } from './additionalFields';
import { filterFields } from './filterFields';

/** Nothing narrows what they find. */
const UNFILTERED = INDUSTRY_RADAR_TYPES.filter((type) => !TYPES_WITH_KEYWORD.includes(type));

const showFor = (group: string, radarType?: readonly string[]): INodeProperties['displayOptions'] => ({
	show: { group: [group], ...(radarType ? { radarType: [...radarType] } : {}) },
});

const typeSelect = (group: keyof typeof RADAR_TYPE_OPTIONS, usual: RadarType): INodeProperties => ({
	displayName: 'Radar Type',
	name: 'radarType',
	type: 'options',
	displayOptions: showFor(group),
	options: RADAR_TYPE_OPTIONS[group],
	default: usual,
	description: 'What to monitor',
});

const profileUrl: INodeProperties = {
	displayName: 'Profile URL',
	name: 'profileUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://profiles.example/in/jane-doe',
	description:
		"The person's page on a professional network (/in/). The most reliable way to identify a person.",
};

/** The fields that define a radar (docs/api.md, Create a radar), used by Radar: Create and Radars in Bulk: Create. */
export const definitionFields: INodeProperties[] = [
	{
		displayName: 'Monitor',
		name: 'group',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Company', value: 'company', description: 'Monitor one company' },
			{ name: 'Contact', value: 'contact', description: 'Monitor one person' },
			{ name: 'Industry', value: 'industry', description: 'Monitor a whole industry' },
		],
		default: 'company',
		description: 'Who or what to monitor',
	},
	typeSelect('company', 'company_new_hires'),
	typeSelect('contact', 'contact_job_changes'),
	typeSelect('industry', 'industry_mentions'),
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('company'),
		default: '',
		placeholder: 'e.g. example.com',
		description: "The company's domain or website address",
	},
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. example.com',
		description: "Domain of the person's current employer",
	},
	{
		...profileUrl,
		displayOptions: showFor('contact', ['contact_job_changes']),
		hint: 'Enter at least one of Profile URL, Email or Full Name',
	},
	{ ...profileUrl, required: true, displayOptions: showFor('contact', CONTACT_SOCIAL) },
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. jane.doe@example.com',
		description: "The person's work email address",
	},
	{
		displayName: 'Full Name',
		name: 'fullName',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. Jane Doe',
		description: "The person's name",
	},
	{
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		required: true,
		displayOptions: showFor('industry', TYPES_WITH_KEYWORD),
		default: '',
		placeholder: 'e.g. industrial robots',
		description: 'Word or phrase to look for, at least 3 characters',
	},
	{
		displayName: 'Countries',
		name: 'countries',
		type: 'multiOptions',
		displayOptions: showFor('industry', TYPES_WITH_COUNTRIES),
		options: COUNTRY_OPTIONS,
		default: [],
		description: `Only these countries, up to ${COUNTRIES_MAX}. Add others under Additional Fields.`,
	},
	{
		displayName:
			'This radar type has no filters: it reports every new event worldwide, and each one may be charged.',
		name: 'unfilteredNotice',
		type: 'notice',
		displayOptions: showFor('industry', UNFILTERED),
		default: '',
	},
	...filterFields,
	additionalFields,
];
