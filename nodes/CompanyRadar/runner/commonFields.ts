import type { INodeProperties } from 'n8n-workflow';

import { checkLimit, checkSeconds } from '../../shared/validation/amount';
import { notice } from '../../shared/parameters/fieldOptions';
import type { ParameterReader } from '../../shared/parameters/parameterReader';

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

export const deactivationNotice: INodeProperties = notice(
	'deactivationNotice',
	'Stops future charges, for good. A radar paid monthly runs until its paid month ends, and can be replaced only after that.',
);

/** What a bulk request returns. `order` says in which order the radars are. */
export const bulkOutputField = (order: string): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'One Item per Radar', value: 'radars', description: `One item per radar, in ${order}` },
		{ name: 'One Item per Bulk Request', value: 'bulkRequests', description: 'The raw response' },
	],
	default: 'radars',
	description: 'What to return',
});

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

export const allowUnknownDomainsOption: INodeProperties = {
	displayName: 'Allow Unknown Domains',
	name: 'allowUnknownDomains',
	type: 'boolean',
	default: false,
	description:
		"Whether to accept domains with an ending that isn't known. Use it if an ending is newer than this package.",
};

/** How many results to return at most. */
export const readLimit = (read: ParameterReader): number =>
	read.flag('returnAll') ? Number.POSITIVE_INFINITY : read.value('limit', checkLimit);
