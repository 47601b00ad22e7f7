import { mapItems } from '../../mapItems';
import { operation } from '../../operation';
import { optionsField } from '../options';

/** Calls the API operation `getWebhookSchema`. */
export const getSchema = operation<undefined>({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get webhook schema',
	description: 'Get the JSON schema of all webhook events',
	fields: [optionsField()],
	input: () => undefined,
	run: async (prepared, context) =>
		await mapItems(prepared, context, async () => await context.service.getWebhookSchema()),
});
