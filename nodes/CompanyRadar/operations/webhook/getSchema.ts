import type { WebhookSchema } from '../../../shared/api/types';
import { defineItemOperation } from '../../../shared/run/operation';
import { optionsField } from '../../../shared/form/fieldOptions';

export type Output = WebhookSchema;

/** Calls the API operation `getWebhookSchema`. */
export const getSchema = defineItemOperation({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get webhook schema',
	description: 'Get the JSON schema of all webhook events. Free.',
	fields: [optionsField()],
	readInput: () => undefined,
	call: async (_, { client }) => await client.call('getWebhookSchema', {}),
});
