import type { INodeProperties } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { LIMITS } from '../../../shared/api/limits';
import type { RadarDefinition } from '../../../shared/api/types';
import { checkSeconds } from '../../../shared/validation/amount';
import { checkRadarDefinition } from '../../../shared/validation/radarDefinition';
import { checkRadarList } from '../../../shared/validation/radarList';
import { invalid } from '../../../shared/validation/result';
import { checkWebhookUrl } from '../../../shared/validation/webhookUrl';
import { defineOperation } from '../../runner/operation';
import type { ParameterReader } from '../../runner/parameterReader';
import { optionsField } from '../../runner/requestOptions';
import { exceedsMaximum, maximumRadarsOption, readMaximumRadars } from '../radar/maximumRadars';
import { definitionFields } from '../radar/definitionFields';
import { dryRun, dryRunField } from '../radar/dryRun';
import { ifRadarExistsField, type IfRadarExists } from '../radar/ifRadarExists';
import { readDefinition } from '../radar/readDefinition';
import { reportSpending } from '../radar/reportSpending';
import type { BulkRow } from './outcomes';
import { fits, splitSubmissions, type Entry } from './split';
import { isSubmitted, submit, type Settings } from './submit';

const TIME_LIMIT_SECONDS = 300;

/** Between the starts of two submissions. */
const APART_MS = 20;

const MODEL_URL = 'An AI model must not say where the findings go.';

export type Output = BulkRow;

interface Input {
	definitions: RadarDefinition[];
	dryRun: boolean;
}

const NO_FINDINGS_THERE =
	'What the radars find is not sent to the Submission Webhook URL. It has to be fetched, or needs the Webhook URL of each radar.';

const isPollOnly = ({ definition }: Entry): boolean => definition.webhook_url === undefined;

const onlyFor = (radarsFrom: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { ...field.displayOptions?.show, radarsFrom: [radarsFrom] } },
});

const fields: INodeProperties[] = [
	{
		displayName: 'Radars From',
		name: 'radarsFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Fields Below',
				value: 'fields',
				description: 'One radar for each input item, from the fields below',
			},
			{
				name: 'JSON of Each Item',
				value: 'itemJson',
				description: 'The JSON of each input item is the definition of a radar',
			},
			{ name: 'One List', value: 'list', description: 'A list of definitions in one field' },
		],
		default: 'fields',
		description: 'Where the definitions of the radars come from',
	},
	...definitionFields.map((field) => onlyFor('fields', field)),
	onlyFor('list', {
		displayName: 'Radars',
		name: 'radars',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "radar_type": "company_new_hires", "domain": "example.com" }]',
		description: 'A list of objects with the names that the service uses',
	}),
	{
		displayName: 'Wait Until Completed',
		name: 'wait',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait for the radars. Otherwise the bulk_id is returned at once, and the radars follow later.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'One Item per Radar', value: 'radars', description: 'In the order of the input' },
			{
				name: 'One Item per Submission',
				value: 'submissions',
				description: 'The results as the service gives them',
			},
		],
		default: 'radars',
		description: 'What the output items are',
	},
	ifRadarExistsField('returnExisting'),
	dryRunField,
	optionsField(
		maximumRadarsOption,
		{
			displayName: 'Submission Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/...',
			description:
				'Where the service reports on each radar and on the end of the submission. What the radars find goes to the Webhook URL of each radar, not here.',
		},
		{
			displayName: 'Time Limit (Seconds)',
			name: 'timeLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: TIME_LIMIT_SECONDS,
			description:
				'How long to wait for the radars. After it, the results so far are returned with the bulk_id.',
		},
	),
];

async function readList(read: ParameterReader): Promise<RadarDefinition[]> {
	const { now, serviceIsLoopback } = read;
	const result = await checkRadarList(read.raw('radars'), { now, serviceIsLoopback });
	const definitions = read.unwrap('Radars', result);
	if (read.isForModel('radars') && definitions?.some(({ webhook_url: url }) => url !== undefined)) {
		read.unwrap('Radars', invalid(MODEL_URL, 'Leave webhook_url out of the list.'));
	}
	return definitions;
}

async function readDefinitions(read: ParameterReader): Promise<RadarDefinition[]> {
	const { now, serviceIsLoopback } = read;
	const inJson = (part: string | undefined) => part ?? 'Radar';
	switch (read.raw('radarsFrom')) {
		case 'itemJson':
			return [read.unwrap(inJson, checkRadarDefinition(read.json, { now, serviceIsLoopback }))];
		case 'list':
			return await readList(read);
		default:
			return [readDefinition(read)];
	}
}

/** Calls the API operation `createRadarsInBulk`: the input items become as few submissions as the limits allow. */
export const create = defineOperation<Input, Settings>({
	name: 'Create',
	value: 'create',
	action: 'Create radars in bulk',
	description: `Create many radars at once, up to ${LIMITS.bulkCreateItems} with each request. This may cost money at once.`,
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
			read.unwrap('Radar', invalid('The radar takes more than 1 MB.', 'Use shorter custom fields.'));
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
		const isKnown = (part: Entry[]) => isSubmitted(part, context);
		const tooMany = exceedsMaximum(
			submissions.filter((part) => !isKnown(part)).flat(),
			settings.maximumRadars,
			context,
		);
		if (tooMany) return tooMany;
		return await reportSpending(radars, context, async () => {
			// Putting a megabyte of JSON together takes a while: others get their turn in between.
			let turn = Promise.resolve();
			const outcomes = await Promise.all(
				submissions.splice(0).map(async (part) => {
					turn = turn.then(async () => await sleep(APART_MS));
					await turn;
					return await submit(part, settings, context);
				}),
			);
			return outcomes.flat();
		});
	},
});
