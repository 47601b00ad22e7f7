import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Store } from './recorder';

/** The update, that it has an owner, and which one; and the mark of its claim, where it comes alone. */
const ENTRIES_PER_UPDATE = 4;

/**
 * n8n's own memory of processed items, in its database.
 * @throws NodeOperationError on hosts that do not have it
 */
export function storeOf(execution: IExecuteFunctions, remembered: number): Store {
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: remembered * ENTRIES_PER_UPDATE };
	const { checkProcessedAndRecord, removeProcessed } = execution.helpers;
	if (typeof checkProcessedAndRecord !== 'function') {
		throw new NodeOperationError(execution.getNode(), 'This n8n is too old for the trigger', {
			description:
				'The trigger needs a version that remembers processed items. Ask the administrator to update n8n.',
		});
	}
	return {
		record: async (entries) => {
			const found = await checkProcessedAndRecord(entries, 'node', options);
			return new Set(found.new.map(String));
		},
		forget: async (entries) => await removeProcessed(entries, 'node', options),
	};
}
