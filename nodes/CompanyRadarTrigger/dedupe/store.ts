import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Store } from './recorder';

/** The update and its owner. */
const ENTRIES_PER_UPDATE = 2;

/**
 * n8n's own memory of processed items, in its database.
 * @throws NodeOperationError on hosts that do not have it
 */
export function storeOf(execution: IExecuteFunctions, remembered: number): Store {
	const maxEntries = remembered * ENTRIES_PER_UPDATE;
	const { checkProcessedAndRecord } = execution.helpers;
	if (typeof checkProcessedAndRecord !== 'function') {
		throw new NodeOperationError(execution.getNode(), 'This n8n is too old for the trigger', {
			description:
				'The trigger needs a version that remembers processed items. Ask the administrator to update n8n.',
		});
	}
	return {
		record: async (ids) => {
			const found = await checkProcessedAndRecord(ids, 'node', { mode: 'entries', maxEntries });
			return new Set(found.new.map(String));
		},
	};
}
