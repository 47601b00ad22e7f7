import type { IDataObject } from 'n8n-workflow';

import { perNode } from '../../shared/n8n/host';
import { RecentMap } from '../../shared/concurrency/recentMap';

const MAX_BATCH_SIZE = 100;

/** Deliveries that share an execution. */
interface Batch {
	updates: IDataObject[];
	/** Whether n8n acknowledges the delivery that starts the execution. */
	acknowledged: Promise<boolean>;
	start: () => void;
}

/**
 * Lets the deliveries of a burst share executions: those that arrive while n8n creates an execution start together. Creating two at once
 * takes longer in total.
 */
export class WebhookBatcher {
	private isStarting = false;

	private readonly waiting: Batch[] = [];

	/** Resolves to the updates of a new execution, or to whether the delivery that starts the shared execution is acknowledged. */
	async add(update: IDataObject, acknowledged: Promise<boolean>): Promise<IDataObject[] | boolean> {
		const last = this.waiting.at(-1);
		if (last && last.updates.length < MAX_BATCH_SIZE) {
			last.updates.push(update);
			return await last.acknowledged;
		}
		const updates = [update];
		if (this.isStarting) {
			await new Promise<void>((start) => this.waiting.push({ updates, acknowledged, start }));
		}
		this.isStarting = true;
		void acknowledged.then(() => {
			const next = this.waiting.shift();
			this.isStarting = next !== undefined;
			next?.start();
		});
		return updates;
	}
}

export const webhookBatcherOf = perNode(() => new WebhookBatcher());

const RETENTION_SECONDS = 60;

/** Whether each update that was just received is acknowledged, so that a repeated delivery gets the same response as the first. */
export const recentDeliveriesOf = perNode(
	() => new RecentMap<Promise<boolean>>({ seconds: RETENTION_SECONDS }),
);
