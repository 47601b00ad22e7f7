import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../shared/api/limits';
import { inSlices } from '../../../shared/host/clock';
import {
	allowDoubtfulOption,
	monthlyBudgetOption,
	textField,
	includeInputOption,
	optionsField,
	readTimeLimit,
	timeLimitOption,
} from '../../../shared/form/fieldOptions';
import { checkWebhookUrl } from '../../../shared/values/rules/addresses';
import { defineOperation } from '../../../shared/run/operation';
import {
	createCostNotices,
	ifRadarExistsOption,
	maximumRadarsOption,
	readCreateSettings,
	toolLimitNotice,
	createRadars,
} from '../../radars/createRadars';
import { dryRunField, type DryRunColumns, type DryRunIds } from '../../radars/dryRun';
import type { BulkRow } from '../../radars/bulkResults';
import {
	fits,
	type DoubtfulEntry,
	type Entry,
	planRequests,
	radarsToSend,
	TOO_LARGE,
} from '../../radars/entries';
import {
	asGiven,
	definitionOptions,
	definitionsFields,
	doubtsOf,
	entriesOf,
	onlyFor,
	readRadarsFrom,
} from '../../radars/definitions';
import { submitterOf } from '../../radars/submit';

export type Output = BulkRow & DryRunColumns & DryRunIds;

const NO_FINDINGS_THERE =
	"The radars' updates aren't sent to the Bulk Request Webhook URL. Set the Webhook URL of each radar, or use polling.";

const isPollOnly = ({ definition }: Entry): boolean => definition.webhook_url === undefined;

const fields: INodeProperties[] = [
	dryRunField,
	...createCostNotices.map((field) => onlyFor('fields', field)),
	toolLimitNotice,
	...definitionsFields,
	optionsField(
		...definitionOptions,
		allowDoubtfulOption,
		{ ...ifRadarExistsOption, displayOptions: { hide: { wait: [false] } } },
		maximumRadarsOption,
		monthlyBudgetOption('Send no more bulk requests'),
		{
			...includeInputOption,
			displayOptions: { hide: { '/radarsFrom': ['list'] } },
		},
		{
			...textField(
				'Bulk Request Webhook URL',
				'bulkWebhookUrl',
				'https://n8n.example.com/webhook/...',
				"Where to report created radars and the end of the bulk request. Updates go to each radar's own Webhook URL.",
			),
			displayOptions: { hide: { '/dryRun': [true] } },
		},
		{
			...timeLimitOption('Maximum time to wait. On timeout, returns partial results.'),
			displayOptions: { hide: { '/dryRun': [true], wait: [false] } },
		},
		{
			displayName: 'Wait Until Completed',
			name: 'wait',
			type: 'boolean',
			default: true,
			description: 'Whether to wait for the results, and not return the ID of the bulk request right away',
		},
	),
];

/** Calls the API operations `createRadarsInBulk`, `getBulkResults`, `listRadars` and `getAccount`: the input items become as few requests as the limits allow. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create many radars in bulk (charged)',
	description: `Create many radars at once, ${LIMITS.bulkCreateItems} per request. Charges your account.`,
	fields,
	failedColumns: (_, read) => asGiven(read),
	readSettings: (read) => {
		const wait = read.flag('options.wait', true);
		const settings = readCreateSettings(read);
		return {
			webhookUrl: read.optional('options.bulkWebhookUrl', (value) =>
				checkWebhookUrl(value, { ...read.parameters.context, bulk: true }),
			),
			wait,
			timeLimitSeconds: readTimeLimit(read),
			...settings,
			returnsExisting: settings.returnsExisting && wait,
		};
	},
	readInput: async (read) => {
		const radars = await readRadarsFrom(read);
		if (read.problems.length > 0) return [];
		const webhookUrl = String(read.raw('options.bulkWebhookUrl') ?? '') || undefined;
		if (!radars.every(({ definition }) => fits(definition, webhookUrl))) {
			read.accept('Radar', TOO_LARGE);
		}
		return radars;
	},
	doubtsOf,
	run: async (items, context, settings) => {
		const wanted: DoubtfulEntry[] = [];
		// Emptied, like the entries and the requests below, so that a definition is freed when its request has ended.
		for await (const item of inSlices(items.splice(0)))
			for (const entry of entriesOf(item)) wanted.push(entry);
		return await createRadars(wanted, settings, context, async (entries) => {
			if (settings.webhookUrl !== undefined && entries.every(isPollOnly))
				context.summary.note(NO_FINDINGS_THERE);
			const requests = await planRequests(entries, settings.webhookUrl, context);
			entries.length = 0;
			return {
				radars: radarsToSend(requests, context),
				create: async (purchases, existing) => {
					const submit = submitterOf(settings, purchases, existing, context);
					return (await Promise.all(requests.splice(0).map(submit))).flat();
				},
			};
		});
	},
});
