import type { INodeProperties } from 'n8n-workflow';

import { COUNTRIES_MAX, TYPES_WITH_COUNTRIES, TYPES_WITH_KEYWORD } from '../../../shared/api/assumptions';
import type { RadarType } from '../../../shared/api/radarTypes';
import { RADAR_TYPE_OPTIONS } from '../../../shared/radarTypeOptions';
import { additionalFields } from './additionalFields';
import { filterFields } from './filterFields';

const showFor = (group: string, radarType?: readonly string[]): INodeProperties['displayOptions'] => ({
	show: { group: [group], ...(radarType ? { radarType: [...radarType] } : {}) },
});

const typeSelect = (group: keyof typeof RADAR_TYPE_OPTIONS, usual: RadarType): INodeProperties => ({
	displayName: 'Radar Type',
	name: 'radarType',
	type: 'options',
	noDataExpression: true,
	displayOptions: showFor(group),
	options: RADAR_TYPE_OPTIONS[group],
	default: usual,
	description: 'What to watch for',
});

/** The fields that define a radar (docs/api.md, Create a radar), used by Radar: Create and Bulk Submission: Create. */
export const definitionFields: INodeProperties[] = [
	{
		displayName: 'Watch',
		name: 'group',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Company', value: 'company', description: 'Watch one company' },
			{ name: 'Contact', value: 'contact', description: 'Watch one person' },
			{ name: 'Industry', value: 'industry', description: 'Watch a whole industry' },
		],
		default: 'company',
		description: 'What the radar looks at',
	},
	typeSelect('company', 'company_new_hires'),
	typeSelect('contact', 'contact_job_changes'),
	typeSelect('industry', 'industry_funding_rounds'),
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('company'),
		default: '',
		placeholder: 'e.g. example.com',
		description: 'The domain of the company. A whole web address is fine too.',
	},
	{
		displayName: 'Company Domain',
		name: 'domain',
		type: 'string',
		required: true,
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. example.com',
		description: 'The domain of the company where the person works now',
	},
	{
		displayName: 'Profile URL',
		name: 'profileUrl',
		type: 'string',
		displayOptions: showFor('contact'),
		default: '',
		placeholder: 'e.g. https://profiles.example/in/jane-doe',
		description:
			'The page of the person on a professional network. The path begins with /in/. This is the surest way to name a person.',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. jane.doe@example.com',
		description: 'The business address of the person. Give this, the profile URL or the full name.',
	},
	{
		displayName: 'Full Name',
		name: 'fullName',
		type: 'string',
		displayOptions: showFor('contact', ['contact_job_changes']),
		default: '',
		placeholder: 'e.g. Jane Doe',
		description: 'The name of the person. Give this, the profile URL or the email.',
	},
	{
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		required: true,
		displayOptions: showFor('industry', TYPES_WITH_KEYWORD),
		default: '',
		placeholder: 'e.g. industrial robots',
		description: 'What to look for: a word or a phrase of at least three characters',
	},
	{
		displayName: 'Countries',
		name: 'countries',
		type: 'string',
		displayOptions: showFor('industry', TYPES_WITH_COUNTRIES),
		default: '',
		placeholder: 'e.g. Germany, France',
		description: `Up to ${COUNTRIES_MAX} countries by their full English names, separated by commas. An expression may give a list.`,
	},
	...filterFields,
	additionalFields,
];
