import type { Json, Update } from '../types';

/** A submission (section 4.2) and how far it is. */
export interface BulkSubmission {
	bulkId: string;
	webhookUrl: string | null;
	items: Json[];
	/** The event of each item that is done, by `item_index`. */
	events: Array<Update | undefined>;
	completed: boolean;
}
