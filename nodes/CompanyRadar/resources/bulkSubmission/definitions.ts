import type { INodeProperties } from 'n8n-workflow';

import {
	DEPARTMENTS,
	SENIORITIES,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_FILTERS,
	TYPES_WITH_KEYWORD,
} from '../../../shared/api/assumptions';
import type { RadarDefinition } from '../../../shared/api/types';
import {
	ALL_RADAR_TYPE_OPTIONS,
	listValues,
	notice,
	RADAR_JSON_KEYS,
	typesWith,
	withToolDescription,
} from '../../../shared/fieldOptions';
import { DEFINITION_FIELDS, checkRadarDefinition } from '../../../shared/validation/radarDefinition';
import { checkRadarList } from '../../../shared/validation/radarList';
import { isBlank } from '../../../shared/validation/primitives';
import { invalid } from '../../../shared/validation/result';
import type { ParameterReader } from '../../../shared/parameterReader';
import { definitionFields } from '../radar/definitionFields';
import { checkFields, readDefinition } from '../radar/readDefinition';

const MODEL_URL = "AI models can't choose where updates are sent.";

const onlyFor = (radarsFrom: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, radarsFrom: [radarsFrom] },
	},
});

export const LIST_NOTICE =
	'An AI agent calls this tool with one item. To let it pass several radars, set <b>Radars From</b> to <b>JSON Array</b>.';

const LIST_FOR_MODELS = `JSON array of radars, such as [{"radar_type": "company_new_hires", "domain": "example.com"}]. radar_type is required: ${listValues(ALL_RADAR_TYPE_OPTIONS)}. Company radars need domain. contact_job_changes needs domain and one of profile_url, email and full_name; ${typesWith('profile_url', ['required']).join(' and ')} need profile_url. ${TYPES_WITH_KEYWORD.join(' and ')} need keyword. Only ${TYPES_WITH_FILTERS.join(', ')} can have departments (${DEPARTMENTS.join(', ')}), seniorities (${SENIORITIES.join(', ')}) and job_titles (such as "head of sales" OR marketing). Only ${TYPES_WITH_COUNTRIES.join(', ')} can have countries. Each radar can have updates_since (a date) and custom_fields (an object of texts).`;

/** Where the definitions of the radars come from: fields, items or a list. */
export const definitionsFields: INodeProperties[] = [
	{
		displayName: 'Radars From',
		name: 'radarsFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Fields Below',
				value: 'fields',
				description: 'Create one radar per input item from the fields below',
			},
			{
				name: 'Input Items',
				value: 'itemJson',
				description: 'Create one radar per input item from its keys, such as radar_type and domain',
			},
			{ name: 'JSON Array', value: 'list', description: 'Create the radars of a JSON array' },
			{
				name: 'Mapped Columns',
				value: 'mapped',
				description: 'Create one radar per input item, from the columns you choose',
			},
		],
		default: 'fields',
		description: 'Where to get the radars from',
	},
	...definitionFields.map((field) => onlyFor('fields', field)),
	onlyFor('mapped', {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		required: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'getRadarColumns',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				valuesLabel: 'Radar Fields',
				multiKeyMatch: false,
				supportAutoMap: false,
			},
		},
		description: 'Which column of the input goes into which field of the radar',
	}),
	onlyFor(
		'itemJson',
		notice('keysNotice', `Each input item can have these keys: ${RADAR_JSON_KEYS}. Other keys are left out.`),
	),
	...withToolDescription(
		onlyFor('list', {
			displayName: 'Radars',
			name: 'radars',
			type: 'json',
			default: '[]',
			hint: 'e.g. [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
			description: `JSON array of radars. Keys: ${RADAR_JSON_KEYS}. Funding rounds and new companies can't be filtered.`,
		}),
		LIST_FOR_MODELS,
	),
];

async function readList(read: ParameterReader): Promise<RadarDefinition[]> {
	const { now, serviceIsLoopback } = read;
	// Several input items don't create a fixed list several times.
	if (read.item > 0 && !read.parameters.isChanging('radars')) return [];
	// Asked for each radar, and the text may be long.
	const isFilledIn = read.isForModel('radars');
	const isForModel = () => isFilledIn;
	const result = await checkRadarList(read.raw('radars'), { now, serviceIsLoopback, isForModel });
	const definitions = read.unwrap('Radars', result);
	if (isForModel() && definitions?.some(({ webhook_url: url }) => url !== undefined)) {
		read.unwrap('Radars', invalid(MODEL_URL, 'Remove webhook_url from the list.'));
	}
	return definitions;
}

/** Columns without a value are left out, so that a row may lack what others have. */
function readMapped(read: ParameterReader): RadarDefinition {
	const columns = Object.entries(Object(read.raw('columns.value')) as object);
	const body = Object.fromEntries(columns.filter(([, value]) => !isBlank(value)));
	const definition = checkFields(read, body, (name) => [`columns.value.${name}`]);
	if (read.isForModel('columns.value.webhook_url')) {
		read.unwrap('Webhook URL', invalid(MODEL_URL, 'Remove it from the columns.'));
	}
	return definition;
}

/** A row of a table also has columns that are not about the radar, such as row_number. */
function knownKeys({ parameters, item, hints }: ParameterReader): unknown {
	const json = parameters.json(item);
	if (typeof json !== 'object' || json === null) return json;
	const isKnown = ([key]: [string, unknown]) => key === 'radar_type' || DEFINITION_FIELDS.includes(key);
	const entries = Object.entries(json);
	const known = entries.filter(isKnown);
	if (known.length < entries.length) {
		const others = entries.filter((entry) => !isKnown(entry)).map(([key]) => key);
		hints.push(`Left out keys that radars don't have: ${others.join(', ')}.`);
	}
	return Object.fromEntries(known);
}

/** Reads the definitions of an item from `definitionsFields`. */
export async function readDefinitions(read: ParameterReader): Promise<RadarDefinition[]> {
	const { now, serviceIsLoopback } = read;
	const inJson = (part: string | undefined) => part ?? 'Radar';
	switch (read.raw('radarsFrom')) {
		case 'itemJson':
			return [read.unwrap(inJson, checkRadarDefinition(knownKeys(read), { now, serviceIsLoopback }))];
		case 'list':
			return await readList(read);
		case 'mapped':
			return [readMapped(read)];
		default:
			return [readDefinition(read)];
	}
}
