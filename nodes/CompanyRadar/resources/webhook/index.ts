import type { Resource } from '../../runner/operation';
import { getSchema } from './getSchema';
import { sendTestEvent } from './sendTestEvent';

export const webhook: Resource = {
	name: 'Webhook',
	value: 'webhook',
	operations: [getSchema, sendTestEvent],
};
