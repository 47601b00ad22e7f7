import type { INodeProperties } from 'n8n-workflow';

import {
	allowDoubtfulOption,
	monthlyBudgetOption,
	textField,
	withToolDescription,
	includeInputOption,
	minimumBalanceOption,
	optionsField,
	timeLimitOption,
	readTimeLimit,
} from '../../shared/form/fieldOptions';
import { definitionOptions, definitionsFields } from '../radars/definitions';
import { maximumRadarsOption, MAXIMUM_RADARS_PATH } from '../radars/createRadars';
import { quoted } from '../../shared/values/basics/inWords';
import { checkText, checkCount, checkUsd } from '../../shared/values/rules/primitives';
import { andThen, invalid, valid, type Check } from '../../shared/values/basics/refusal';
import type { ParameterReader } from '../../shared/form/parameterReader';

/** The default of 'Maximum to Deactivate'. */
const PERCENT_TO_DEACTIVATE = 20;

/** A field that counts for a list, and not for rows of a plan. Those that define radars follow Radars From. */
const forList = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, '/syncMode': ['applyRows'] },
	},
});

export const syncFields: INodeProperties[] = [
	...withToolDescription(
		{
			...textField(
				'List Name',
				'listName',
				'Target accounts',
				'A name for this list, the same in every execution. Radars created here belong to it, and only those are ever deactivated.',
			),
			required: true,
		},
		'Name of the list to plan for: only radars created for a list of this name belong to it. An AI agent gets the plan, and nothing is created or deactivated.',
	),
	{
		displayName: 'Mode',
		name: 'syncMode',
		type: 'options',
		noDataExpression: true,
		// An AI agent only plans.
		displayOptions: { hide: { '@tool': [true] } },
		options: [
			{
				name: 'Plan',
				value: 'plan',
				description: 'Show what would change. Only reads, and is free.',
			},
			{
				name: 'Apply',
				value: 'apply',
				description: 'Create and deactivate radars. Charges your account for new radars.',
			},
			{
				name: 'Apply Plan Rows',
				value: 'applyRows',
				description: 'Do what the rows of a plan say, such as those that you approved, and nothing else',
			},
		],
		default: 'plan',
		description: 'What to do with the changes',
		hint: 'Apply charges for new radars, and deactivates removed ones for good. Run Plan first.',
	},
	...definitionsFields.map((field) => (field.name === 'radarsFrom' ? forList(field) : field)),
	optionsField(
		...definitionOptions,
		forList(allowDoubtfulOption),
		forList({
			displayName: 'Allow Empty List',
			name: 'allowEmptyList',
			type: 'boolean',
			default: false,
			description: 'Whether an empty list may deactivate all radars of the list',
		}),
		forList({
			displayName: 'Create Possible Duplicates',
			name: 'createIncomparable',
			type: 'boolean',
			default: false,
			description:
				'Whether to create a radar even if another one may already monitor the same target. You may pay twice.',
		}),
		{ ...includeInputOption, displayOptions: { hide: { '/radarsFrom': ['list'] } } },
		forList(
			textField(
				'Key Field',
				'keyField',
				'crm_id',
				'Custom field that identifies each radar on the list. By default, the radar type and target do.',
			),
		),
		{
			...maximumRadarsOption,
			description: 'Change nothing if more radars than this would be created',
		},
		{
			...textField(
				'Maximum to Deactivate',
				'maximumToDeactivate',
				'50 or 20%',
				"Change nothing if more radars than this would be deactivated: a number, or a percentage of the list's active radars (at least 5)",
			),
			default: `${PERCENT_TO_DEACTIVATE}%`,
		},
		minimumBalanceOption(
			'Change nothing if radars would be created with a balance below this amount. New radars can still take it below.',
		),
		monthlyBudgetOption('Change nothing if radars would be created'),
		forList({
			displayName: 'Replace Changed Radars',
			name: 'replaceChanged',
			type: 'boolean',
			default: false,
			description:
				'Whether to deactivate a radar whose definition has changed and create a new one, which is charged. Radars paid monthly are replaced only after their paid month.',
		}),
		{
			displayName: 'Trust the List of Radars',
			name: 'trustList',
			type: 'boolean',
			default: false,
			description:
				'Whether to apply changes even if the service lists fewer radars than the account has. You may pay twice.',
		},
		{
			...timeLimitOption('Maximum time to wait. On timeout, returns new radars as processing.'),
			displayOptions: { hide: { '/syncMode': ['plan'] } },
		},
	),
];

/** How many radars may be deactivated, given the active ones of the list. */
interface Maximum {
	/** As messages show it. */
	text: string;
	limitFor(active: number): number;
}

const FIX = 'Use a whole number such as 50, or a percentage such as 20%.';

/** A percentage of a short list would allow nothing. */
const AT_LEAST = 5;

const percentage = (percent: number): Maximum => ({
	text: percent === 0 ? '0%' : `${percent}% (at least ${AT_LEAST})`,
	limitFor: (active) => (percent === 0 ? 0 : Math.max(AT_LEAST, Math.floor((active * percent) / 100))),
});

export const checkMaximum: Check<Maximum> = (value) =>
	andThen(checkText(value, FIX), (text) => {
		const [, percent] = /^(\d{1,3})\s*%$/.exec(text) ?? [];
		if (percent !== undefined && Number(percent) <= 100) return valid(percentage(Number(percent)));
		const count = checkCount(text);
		return count.ok
			? valid({ text, limitFor: () => count.value })
			: invalid(`${quoted(text)} is neither a number nor a percentage.`, FIX);
	});

export const appliesRows = (read: ParameterReader): boolean => read.raw('syncMode') === 'applyRows';

export const readSettings = (read: ParameterReader) => ({
	apply: read.raw('syncMode') === 'apply' || appliesRows(read),
	/** Whether the items are rows of a plan, and not of a list. */
	appliesRows: appliesRows(read),
	replaceChanged: read.flag('options.replaceChanged'),
	createIncomparable: read.flag('options.createIncomparable'),
	allowEmptyList: read.flag('options.allowEmptyList'),
	/** Whether to continue even if the service lists fewer radars than the account has. */
	trustList: read.flag('options.trustList'),
	/** Who approved rows has seen how many radars they deactivate. */
	maximumToDeactivate:
		read.optional('options.maximumToDeactivate', checkMaximum) ??
		(appliesRows(read) ? undefined : percentage(PERCENT_TO_DEACTIVATE)),
	minimumBalance: read.optional('options.minimumBalance', checkUsd),
	monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
	maximumRadars: read.optional(MAXIMUM_RADARS_PATH, checkCount) ?? Number(maximumRadarsOption.default),
	submit: {
		webhookUrl: undefined,
		wait: true,
		timeLimitSeconds: readTimeLimit(read),
	},
});

export type SyncSettings = ReturnType<typeof readSettings>;
