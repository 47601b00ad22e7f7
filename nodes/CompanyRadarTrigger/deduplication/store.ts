import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Store } from './deduplicator';

const ENTRIES_PER_UPDATE = 2;

/**
 * n8n's table of processed items.
 * @param remembered number of updates to keep
 * @throws NodeOperationError on n8n versions without it
 */
export function storeOf(execution: IExecuteFunctions, remembered: number): Store {
	const { checkProcessedAndRecord, removeProcessed } = execution.helpers;
	if (typeof checkProcessedAndRecord !== 'function') {
		throw new NodeOperationError(execution.getNode(), 'This n8n version is too old for the trigger', {
			description: 'The trigger needs n8n 1.84 or later. Ask your administrator to update n8n.',
		});
	}
	// The entries of a call may be removed again, so they must not push out older ones.
	const optionsFor = (entries: string[]): ICheckProcessedOptions => ({
		mode: 'entries',
		maxEntries: remembered * ENTRIES_PER_UPDATE + entries.length,
	});
	return {
		record: async (entries) => {
			const { new: added } = await checkProcessedAndRecord(entries, 'node', optionsFor(entries));
			return new Set(added.map(String));
		},
		forget: async (entries) => await removeProcessed(entries, 'node', optionsFor(entries)),
	};
}
