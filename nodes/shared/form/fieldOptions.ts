import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BODY_FIELDS } from '../api/radarFields';
import {
	RADAR_TYPE_FACTS,
	RADAR_TYPES,
	type RadarType,
	type UpdateType,
	GROUPS,
	isRadarType,
	radarTypeWithGroup,
} from '../api/radarTypes';
import { ALLOW_DOUBTFUL, type ParameterReader } from './parameterReader';
import type { RadarClientOptions } from '../client/radarClient';
import { checkLimit, checkSeconds } from '../values/rules/primitives';

/** The radar types, each with its group in front, in the order of the groups and then of their names. */
export const RADAR_TYPE_OPTIONS: INodePropertyOptions[] = GROUPS.flatMap((group) =>
	RADAR_TYPES.filter((type) => type.startsWith(`${group}_`))
		.map((value) => ({
			name: radarTypeWithGroup(value),
			description: RADAR_TYPE_FACTS[value].option.description,
			value,
		}))
		.sort((a, b) => (a.name < b.name ? -1 : 1)),
);

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

/** All events that can start a workflow. Those that need a webhook come last. */
export const RADAR_EVENTS: RadarEvent[] = [
	'radar_finding',
	'radar_failure',
	...RADAR_TYPES,
	'radar_created',
	'bulk_completed',
];

/** The node panel lists each option by its action. */
export const EVENT_OPTIONS = RADAR_EVENTS.map((value): INodePropertyOptions => {
	const { name, description } = eventOf(value);
	return { name, value, description, action: name.charAt(0) + name.slice(1).toLowerCase() };
});

export type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

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

const onTool = ({ displayOptions }: INodeProperties, kind: 'show' | 'hide'): boolean =>
	displayOptions?.[kind]?.['@tool'] !== undefined;

/**
 * A collection in which fields have another description for AI models, itself twice: n8n's assistant merges fields of one name,
 * but not inside a collection.
 */
export const onceForTools = (collection: INodeProperties): INodeProperties[] => {
	const fields = (collection.options ?? []) as INodeProperties[];
	const [forPeople, forModels] = withToolDescription(collection, '');
	return [
		{ ...forPeople, options: fields.filter((field) => !onTool(field, 'show')) },
		{
			...forModels,
			description: collection.description,
			options: fields.filter((field) => !onTool(field, 'hide')),
		},
	];
};

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
	'radar_type (required)',
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
export const radarTypeField = (description: string) =>
	({
		displayName: 'Radar Type',
		name: 'radarType',
		type: 'options',
		options: RADAR_TYPE_OPTIONS,
		default: 'company_new_hires',
		description,
	}) satisfies INodeProperties;

/** Values that people know by another name. */
export const VALUE_NAMES: Readonly<Record<string, string>> = { CXO: 'C-Level (CXO)' };

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
export const monthlyBudgetOption = (stop: string): INodeProperties => ({
	displayName: MONTHLY_BUDGET,
	name: 'monthlyBudget',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description: `${stop} once your account has used this much this month (UTC). Running radars keep charging.`,
});

/** The option of everything that is charged. It takes an expression, so that one right value doesn't turn off the check for all items. */
export const allowDoubtfulOption: INodeProperties = {
	displayName: 'Allow Doubtful Values',
	name: ALLOW_DOUBTFUL,
	type: 'boolean',
	// An AI agent can't turn it on.
	displayOptions: { hide: { '@tool': [true] } },
	default: false,
	description: 'Whether to use values that may be mistakes',
};

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
		'"head of sales" OR (marketing AND NOT assistant)',
		'Put phrases in quotes. EXACT("title") finds a whole title.',
	),
	typeOptions: { rows: 2 },
});

const RETRY_TIMEOUT_SECONDS = 600;

const longestWait: INodeProperties = {
	displayName: 'Retry Timeout (Seconds)',
	name: 'longestWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: RETRY_TIMEOUT_SECONDS,
	description: 'Per request. 0 means no retries.',
};

/** The Options collection of an operation that calls the service. */
export const optionsField = (...own: INodeProperties[]): INodeProperties =>
	collectionField('Options', 'options', 'Add option', [...own, longestWait]);

/** A request that isn't sent again still waits for its turn in the rate limit. */
export function readRequestOptions(read: ParameterReader): RadarClientOptions {
	const seconds = read.optional('options.longestWait', checkSeconds) ?? RETRY_TIMEOUT_SECONDS;
	return { retry: seconds > 0, longestWaitSeconds: seconds || RETRY_TIMEOUT_SECONDS };
}

export const includeInputOption: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInput',
	type: 'boolean',
	default: false,
	description: "Whether to also return each item's fields, under input",
};

export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

export const readLimit = (read: ParameterReader): number =>
	read.flag('returnAll') ? Number.POSITIVE_INFINITY : read.value('limit', checkLimit);

export const deactivationNotice: INodeProperties = notice(
	'deactivationNotice',
	"Ends the radar's charges for good. Unpublish workflows that would create it again. Monthly radars find updates until their paid month ends.",
);

const TIME_LIMIT_SECONDS = 300;

export const timeLimitOption = (description: string): INodeProperties => ({
	displayName: 'Results Timeout (Seconds)',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: TIME_LIMIT_SECONDS,
	description,
});

export const readTimeLimit = (read: ParameterReader): number =>
	read.optional('options.timeLimit', checkSeconds) ?? TIME_LIMIT_SECONDS;

export const minimumBalanceOption = (description: string): INodeProperties => ({
	displayName: 'Minimum Balance (USD)',
	name: 'minimumBalance',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description,
});
