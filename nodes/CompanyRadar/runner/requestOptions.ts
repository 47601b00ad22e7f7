import type { INodeProperties } from 'n8n-workflow';

import { docsLink } from '../../shared/basics/docsLink';
import type { RadarClientOptions } from '../../shared/client';
import { checkSeconds } from '../../shared/validation/amount';
import { collectionField } from '../../shared/parameters/fieldOptions';
import type { ParameterReader } from '../../shared/parameters/parameterReader';

const LONGEST_WAIT_SECONDS = 600;

const retry: INodeProperties = {
	displayName: 'Retry',
	name: 'retry',
	type: 'boolean',
	default: true,
	description:
		'Whether to retry when the service is busy or down. Requests that may have been charged are never resent blindly.',
};

const longestWait: INodeProperties = {
	displayName: 'Retry Timeout (Seconds)',
	name: 'longestWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: LONGEST_WAIT_SECONDS,
	description: 'Maximum time to wait for rate limits and retries of a request',
};

export const tagCreatesOption: INodeProperties = {
	displayName: 'Add Tracking ID',
	name: 'tagCreates',
	type: 'boolean',
	default: false,
	description: `Whether to add an ID to the custom fields, so an interrupted create is not paid for twice. Use it if your account allows duplicate radars. ${docsLink('How it works', 'money.md#unknown-outcomes')}.`,
};

/** The Options collection of an operation that calls the service. */
export const optionsField = (...own: INodeProperties[]): INodeProperties =>
	collectionField('Options', 'options', 'Add option', [...own, retry, longestWait]);

/** How the service is called in this run. */
export const readRequestOptions = (read: ParameterReader): RadarClientOptions => ({
	retry: read.flag('options.retry', true),
	longestWaitSeconds: read.optional('options.longestWait', checkSeconds) ?? LONGEST_WAIT_SECONDS,
	tagCreates: read.flag('options.tagCreates'),
	retryRevealOnTimeout: read.flag('options.retryAfterTimeOut'),
});
