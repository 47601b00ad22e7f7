import type { INodeProperties } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { LIMITS } from '../../../shared/api/limits';
import type { RadarDefinition } from '../../../shared/api/types';
import { checkSeconds } from '../../../shared/validation/amount';
import { DEFINITION_FIELDS } from '../../../shared/validation/definitionFields';
import { RADAR_JSON_KEYS } from '../../../shared/radarJsonKeys';
import { checkRadarDefinition } from '../../../shared/validation/radarDefinition';
import { checkRadarList } from '../../../shared/validation/radarList';
import { isBlank } from '../../../shared/validation/primitives';
import { invalid } from '../../../shared/validation/result';
import { checkWebhookUrl } from '../../../shared/validation/webhookUrl';
import { defineOperation, type RunContext } from '../../runner/operation';
import type { Outcome } from '../../runner/outcome';
import type { ParameterReader } from '../../runner/parameterReader';
import { optionsField } from '../../runner/requestOptions';
import {
	createCostNotice,
	exceedsMaximum,
	maximumRadarsOption,
	readMaximumRadars,
} from '../radar/maximumRadars';
import { definitionFields } from '../radar/definitionFields';
import { dryRun, dryRunField } from '../radar/dryRun';
import { ifRadarExistsField, type IfRadarExists } from '../radar/ifRadarExists';
import { fieldName, readDefinition } from '../radar/readDefinition';
import { reportSpending } from '../radar/reportSpending';
import { bulkNotice } from './notice';
import { fits, splitSubmissions, type Entry } from './split';
import { isSubmitted, submit, type Settings } from './submit';

export const TIME_LIMIT_SECONDS = 300;

/** Between the starts of two submissions. */
const APART_MS = 20;

const MODEL_URL = "AI models can't choose where updates are sent.";

interface Input {
	definitions: RadarDefinition[];
	dryRun: boolean;
}

const NO_FINDINGS_THERE =
	"The radars' updates aren't sent to the Bulk Request Webhook URL. Set the Webhook URL of each radar, or use polling.";

const isPollOnly = ({ definition }: Entry): boolean => definition.webhook_url === undefined;

const onlyFor = (radarsFrom: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { ...field.displayOptions?.show, radarsFrom: [radarsFrom] } },
});

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
	onlyFor('itemJson', {
		displayName: `Keys: ${RADAR_JSON_KEYS}. Other keys of the input items are left out.`,
		name: 'keysNotice',
		type: 'notice',
		default: '',
	}),
	onlyFor('list', {
		displayName: 'Radars',
		name: 'radars',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
		description: `JSON array of radars to create. Keys: ${RADAR_JSON_KEYS}.`,
	}),
];

const fields: INodeProperties[] = [
	bulkNotice,
	createCostNotice,
	...definitionsFields,
	{
		displayName: 'Wait Until Completed',
		name: 'wait',
		type: 'boolean',
		default: true,
		description: 'Whether to wait for the results. If turned off, returns the bulk_id right away.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'One Item per Radar', value: 'radars', description: 'One item per radar, in input order' },
			{
				name: 'One Item per Bulk Request',
				value: 'submissions',
				description: 'The raw response',
			},
		],
		default: 'radars',
		description: 'What to return',
	},
	ifRadarExistsField,
	dryRunField,
	optionsField(
		maximumRadarsOption,
		{
			displayName: 'Bulk Request Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/...',
			description:
				"Where to report created radars and the end of the bulk request. Updates go to each radar's own Webhook URL.",
		},
		{
			displayName: 'Time Limit (Seconds)',
			name: 'timeLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: TIME_LIMIT_SECONDS,
			description: 'Maximum time to wait. On timeout, returns partial results and the bulk_id.',
		},
	),
];

async function readList(read: ParameterReader): Promise<RadarDefinition[]> {
	const { now, serviceIsLoopback } = read;
	const result = await checkRadarList(read.raw('radars'), { now, serviceIsLoopback });
	const definitions = read.unwrap('Radars', result);
	if (read.isForModel('radars') && definitions?.some(({ webhook_url: url }) => url !== undefined)) {
		read.unwrap('Radars', invalid(MODEL_URL, 'Remove webhook_url from the list.'));
	}
	return definitions;
}

/** Columns without a value are left out, so that a row may lack what others have. */
function readMapped(read: ParameterReader): RadarDefinition {
	const { now, timeZone, serviceIsLoopback } = read;
	const columns = Object.entries(Object(read.raw('columns.value')) as object);
	const body = Object.fromEntries(columns.filter(([, value]) => !isBlank(value)));
	const result = checkRadarDefinition(body, { now, timeZone, serviceIsLoopback });
	const definition = read.unwrap(fieldName, result);
	if (read.isForModel('columns.value') && 'webhook_url' in body) {
		read.unwrap('Webhook URL', invalid(MODEL_URL, 'Remove it from the columns.'));
	}
	return definition;
}

/** A row of a table also has columns that are not about the radar, such as row_number. */
function knownKeys({ json, hints }: ParameterReader): unknown {
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

/** Sends the submissions. Putting a megabyte of JSON together takes a while: others get their turn in between. */
export async function submitAll(
	submissions: Entry[][],
	settings: Settings,
	context: RunContext,
): Promise<Outcome[][]> {
	let turn = Promise.resolve();
	return await Promise.all(
		submissions.splice(0).map(async (part) => {
			turn = turn.then(async () => await sleep(APART_MS));
			await turn;
			return await submit(part, settings, context);
		}),
	);
}

/** The outcomes of a run that would create too many radars; what a first try has sent is not counted again. */
export const tooManyRadars = (submissions: Entry[][], maximum: number | undefined, context: RunContext) =>
	exceedsMaximum(submissions.filter((part) => !isSubmitted(part, context)).flat(), maximum, context);

/** Calls the API operation `createRadarsInBulk`: the input items become as few submissions as the limits allow. */
export const create = defineOperation<Input, Settings>({
	name: 'Create',
	value: 'create',
	action: 'Create radars in bulk (charged)',
	description: `Create many radars at once, ${LIMITS.bulkCreateItems} per request. Charges your account.`,
	fields,
	readSettings: (read) => ({
		webhookUrl: read.optional('options.webhookUrl', (value) =>
			checkWebhookUrl(value, { serviceIsLoopback: read.serviceIsLoopback, bulk: true }),
		),
		wait: read.flag('wait'),
		timeLimitSeconds: read.optional('options.timeLimit', checkSeconds) ?? TIME_LIMIT_SECONDS,
		onePerRadar: read.text('output') !== 'submissions',
		ifRadarExists: read.text('ifRadarExists') as IfRadarExists,
		maximumRadars: readMaximumRadars(read),
	}),
	readInput: async (read) => {
		const definitions = await readDefinitions(read);
		const webhookUrl = read.text('options.webhookUrl') || undefined;
		if (read.problems.length === 0 && !definitions.every((definition) => fits(definition, webhookUrl))) {
			read.unwrap('Radar', invalid('The radar is larger than 1 MB.', 'Shorten its custom fields.'));
		}
		return { definitions, dryRun: await read.flagOfAnyItem('dryRun') };
	},
	run: async (items, context, settings) => {
		// Nothing else may hold a definition: it is to be freed when its submission is through, while others are under way.
		const entries = items.flatMap(({ item, input }) =>
			input.definitions.splice(0).map((definition) => ({ item, definition })),
		);
		// One item that asks for it is enough: a run that only checks costs nothing.
		if (items.some(({ input }) => input.dryRun)) return await dryRun(entries, context);
		if (settings.webhookUrl !== undefined && entries.every(isPollOnly)) {
			context.summary.note(NO_FINDINGS_THERE);
		}
		const submissions = await splitSubmissions(entries, settings.webhookUrl);
		const radars = entries.length;
		entries.length = 0;
		const tooMany = tooManyRadars(submissions, settings.maximumRadars, context);
		if (tooMany) return tooMany;
		return await reportSpending(radars, context, async () =>
			(await submitAll(submissions, settings, context)).flat(),
		);
	},
});
