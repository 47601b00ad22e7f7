import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DEPARTMENTS, SENIORITIES } from '../api/assumptions';
import COUNTRIES from '../api/countries.json';
import { LIMITS } from '../api/limits';
import { GROUP_NAMES, GROUPS, isRadarType, type Group } from '../api/names';
import {
	RADAR_TYPE_FACTS,
	RADAR_TYPES,
	UPDATE_TYPES,
	type RadarType,
	type UpdateType,
} from '../api/radarTypes';
import { BODY_FIELDS } from '../validation/radarDefinition';

/** The radar types of a group as the editor offers them, in alphabetical order. */
export const radarTypeOptions = (group: Group): INodePropertyOptions[] =>
	RADAR_TYPES.filter((type) => type.startsWith(`${group}_`))
		.map((value) => ({ ...RADAR_TYPE_FACTS[value].option, value }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** All radar types in one list, each with its group in front. */
export const ALL_RADAR_TYPE_OPTIONS: INodePropertyOptions[] = GROUPS.flatMap((group) =>
	radarTypeOptions(group).map((option) => ({ ...option, name: `${GROUP_NAMES[group]}: ${option.name}` })),
);

/** The field for the radar type of a group. Each group has its own, so that group and type can't disagree. */
export const typeField = (group: Group): string => `${group}RadarType`;

/** A finding of a radar type, or an update type; `radar_finding` means every finding. */
export type RadarEvent = RadarType | UpdateType;

const UPDATE_EVENTS: Record<UpdateType, { name: string; description: string }> = {
	radar_finding: { name: 'Any Finding', description: 'Anything your radars find, of any type' },
	bulk_completed: {
		name: 'Bulk Request Completed',
		description: 'A bulk request has processed all its radars. Needs a webhook delivery.',
	},
	radar_created: {
		name: 'Radar Created in Bulk',
		description: 'A radar from a bulk request was created. Needs a webhook delivery.',
	},
	radar_failure: {
		name: 'Radar Failed',
		description: "A radar couldn't be set up, or stopped because the balance ran out",
	},
};

const eventOf = (event: RadarEvent) =>
	isRadarType(event) ? RADAR_TYPE_FACTS[event].event : UPDATE_EVENTS[event];

export const nameOfEvent = (event: RadarEvent): string => eventOf(event).name;

/** All events that can start a workflow, in alphabetical order of their names. */
export const RADAR_EVENTS: RadarEvent[] = [...UPDATE_TYPES, ...RADAR_TYPES].sort((a, b) =>
	nameOfEvent(a) < nameOfEvent(b) ? -1 : 1,
);

/** The node panel lists each option by its action. */
export const EVENT_OPTIONS = RADAR_EVENTS.map((value): INodePropertyOptions => {
	const { name, description } = eventOf(value);
	return { name, value, description, action: name.charAt(0) + name.slice(1).toLowerCase() };
});

type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** The field, shown only while other fields also have these values. */
export const shownWhile = (show: Show, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
});

/**
 * The field twice, with another description for AI models, which see no lists, hints or other fields. n8n shows the second one
 * only if the node is used as a tool.
 */
export const withToolDescription = (
	field: INodeProperties,
	description: string,
): [forPeople: INodeProperties, forModels: INodeProperties] => [
	{
		...field,
		displayOptions: { ...field.displayOptions, hide: { ...field.displayOptions?.hide, '@tool': [true] } },
	},
	shownWhile({ '@tool': [true] }, { ...field, description }),
];

const valueText = ({ value, description }: INodePropertyOptions): string =>
	description ? `${value} (${description.charAt(0).toLowerCase()}${description.slice(1)})` : String(value);

/** The values of a list with their meanings, for a model. */
export const listValues = (options: INodePropertyOptions[]): string => options.map(valueText).join(', ');

/** The list field, with its values in the description for models. */
export const withListedValues = (
	field: INodeProperties & { options: INodePropertyOptions[]; description: string },
): INodeProperties[] => withToolDescription(field, `${field.description}: ${listValues(field.options)}`);

/** The keys of a radar in JSON, for descriptions. */
export const RADAR_JSON_KEYS = [
	'radar_type (required, such as company_new_hires)',
	...BODY_FIELDS.filter((name) => name !== 'include_historical'),
].join(', ');

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** A radar type of any group. */
export const radarTypeField = (description: string): INodeProperties[] =>
	withListedValues({
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: ALL_RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description,
	});

export const textField = (
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description,
});

export const MONTHLY_BUDGET = 'Monthly Budget (USD)';

/** @param stop the beginning of the description: what stops. @param more other whole sentences */
export const monthlyBudgetOption = (stop: string, more: string): INodeProperties => ({
	displayName: MONTHLY_BUDGET,
	name: 'monthlyBudget',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description: `${stop} once your account has used this much in the current month (UTC). ${more} Running radars keep charging. To lower the bill, deactivate radars.`,
});

/** A text between the fields. */
export const notice = (
	name: string,
	text: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties => ({
	displayName: text,
	name,
	type: 'notice',
	...(displayOptions ? { displayOptions } : {}),
	default: '',
});

/** In alphabetical order. `localeCompare` would load the language data of ICU, which takes longer than all else here. */
const sortedByName = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => (a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1));

/** Fields that the user adds one by one. */
export const collectionField = (
	displayName: string,
	name: string,
	placeholder: string,
	options: readonly INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: sortedByName(options),
});

export const filtersField = (options: readonly INodeProperties[]): INodeProperties =>
	collectionField('Filters', 'filters', 'Add Filter', options);

export const titleExpression = (name: string): INodeProperties => ({
	...textField(
		'Title Expression',
		name,
		'"head of sales" OR (marketing AND NOT intern)',
		'Combine titles with AND, OR and AND NOT (in capitals). Put phrases in double quotes, group with parentheses, and use EXACT("title") for a whole title.',
	),
	typeOptions: { rows: 2 },
});

/** Values that people know by another name. */
const VALUE_NAMES: Readonly<Record<string, string>> = { CXO: 'C-Level (CXO)' };

const listField = (displayName: string, name: string, values: readonly string[]): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	options: values.map((value) => ({ name: VALUE_NAMES[value] ?? value, value })),
	default: [],
});

/** The fields that define a radar. Each node adds when to show them, and its own descriptions. */
export const RADAR_FIELDS = {
	domain: textField('Company Domain', 'domain', 'example.com', "The company's domain"),
	profileUrl: textField(
		'Profile URL',
		'profileUrl',
		'https://profiles.example/in/jane-doe',
		'Page on a professional network: /in/ for a person, /company/ or /school/ for a company',
	),
	email: textField('Email', 'email', 'jane.doe@example.com', "The person's work email address"),
	fullName: textField('Full Name', 'fullName', 'Jane Doe', "The person's name"),
	keyword: textField('Keyword', 'keyword', 'industrial robots', 'Word or phrase to look for'),
	countries: listField('Countries', 'countries', COUNTRIES),
	departments: listField('Departments', 'departments', DEPARTMENTS),
	seniorities: listField('Seniorities', 'seniorities', SENIORITIES),
	updatesSince: {
		displayName: 'Updates Since',
		name: 'updatesSince',
		type: 'dateTime',
		default: '',
		description: `Also find older events, since this date, up to ${LIMITS.updatesSinceYears} years back`,
	},
	customFields: {
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
					textField('Name', 'name', 'crm_id', 'Key for this value in each update'),
					textField('Value', 'value', '42', 'Text value. Numbers are converted to text.'),
				],
			},
		],
	},
} satisfies Record<string, INodeProperties>;
