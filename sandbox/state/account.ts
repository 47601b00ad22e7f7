import type { Ids } from '../ids';
import type { BulkRequest } from './bulkRequest';
import { Ledger } from './ledger';
import { RadarStore } from './radarStore';
import { UpdateStore } from './updateStore';

/** Everything that belongs to one customer of the service. */
export class Account {
	readonly ledger: Ledger;
	readonly radars = new RadarStore();
	readonly updates: UpdateStore;
	readonly bulkRequests = new Map<string, BulkRequest>();
	/** Failure notices so far. */
	failedRadars = 0;

	constructor(ids: Ids) {
		this.ledger = new Ledger(ids);
		this.updates = new UpdateStore(ids);
	}
}
