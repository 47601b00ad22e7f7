import type { IHookFunctions } from 'n8n-workflow';

import { assertOwnId, InputError, whilePublishing } from '../shared/triggers/errors';
import { readParameters } from './visitor/parameters';

/** What must be right before a visitor can come. */
export async function checkSettings(context: IHookFunctions): Promise<void> {
	await whilePublishing(context, async () => {
		assertOwnId(context);
		readParameters(context);
		if (context.getNode().alwaysOutputData) {
			throw new InputError(
				"'Always Output Data' must be off in the settings of this trigger",
				'Otherwise visitors without a company start the workflow with an empty item.',
			);
		}
	});
}
