import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** n8n's table of processed items: one row per node, shared by all processes, read and rewritten without a lock. */
export interface Store {
	/** Writes the entries and returns those that were not there. */
	record(entries: string[]): Promise<Set<string>>;
	forget(entries: string[]): Promise<void>;
}

/** @param kept number of entries to keep */
export function processedItemsOf(execution: IExecuteFunctions, kept: number): Store {
	const { checkProcessedAndRecord, removeProcessed } = execution.helpers;
	// The entries of a call may be removed again, so they must not push out older ones.
	const optionsFor = (entries: string[]): ICheckProcessedOptions => ({
		mode: 'entries',
		maxEntries: kept + entries.length,
	});
	return {
		record: async (entries) => {
			const { new: added } = await checkProcessedAndRecord(entries, 'node', optionsFor(entries));
			return new Set(added.map(String));
		},
		forget: async (entries) => await removeProcessed(entries, 'node', optionsFor(entries)),
	};
}
