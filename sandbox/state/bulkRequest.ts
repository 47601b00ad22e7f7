import type { Json, Update } from '../types';

/** A request (docs/contributing/api.md, Bulk create) and how far it is. */
export interface BulkRequest {
	bulkId: string;
	webhookUrl: string | null;
	items: Json[];
	/** The event of each item that is done, by `item_index`. */
	events: Array<Update | undefined>;
	completed: boolean;
}
