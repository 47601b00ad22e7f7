import type { INodeProperties } from 'n8n-workflow';

import type { RadarClientOptions } from '../client';
import { collectionField, notice } from '../form/fieldOptions';
import type { ParameterReader } from '../form/parameterReader';
import { checkLimit, checkSeconds } from '../values/rules/primitives';

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
