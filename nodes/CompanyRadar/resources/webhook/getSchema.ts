import type { WebhookSchema } from '../../../shared/api/types';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';

export type Output = WebhookSchema;

/** Calls the API operation `getWebhookSchema`. */
export const getSchema = defineOperation<undefined>({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get webhook schema',
	description: 'Get the JSON schema of all webhook events. Free.',
	fields: [optionsField()],
	readInput: () => undefined,
	run: async (items, context) =>
		await mapItems(items, context, async () => await context.service.getWebhookSchema()),
});
