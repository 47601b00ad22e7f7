import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { Deduplicator } from './deduplication/deduplicator';
import { RecentDeliveries } from './receive/recentDeliveries';
import { WebhookBatcher } from './receive/webhookBatcher';
import { Handovers } from './polling/poller';
import { clock } from '../shared/concurrency/clock';
import { nodeStaticData } from '../shared/n8n/host';
import { perNode } from '../shared/triggers/perNode';
import type { TriggerContext } from '../shared/triggers/parameterSource';
import type { PollState } from './polling/state';

/** Tells this process from others, and from itself before a restart. */
export const PROCESS_ID = randomUUID().slice(0, 8);

/** What this process knows of a trigger node. Nothing of it is needed for an update not to be lost. */
export class TriggerRuntimeState {
	readonly deduplicator = new Deduplicator();

	readonly recentDeliveries = new RecentDeliveries();

	readonly batcher = new WebhookBatcher();

	isPolling = false;

	/** By account and part of the list: a credential may be pointed at another one. */
	readonly handovers = new Map<string, Handovers>();

	/** The context of the last poll: n8n makes a new one for each activation. */
	pollContext: unknown;

	/** When the workflow was published in this process, by `clock.now()`. */
	activatedAt: number | undefined;

	/** Of polls, by `clock.now()`. */
	lastSuccess = clock.now();

	lastAlert = 0;

	/** What the last failing poll said. */
	lastErrorMessage: string | undefined;

	/** The last search for the secrets in the URLs of the node's radars. */
	secretSearch: { validUntil: number; secrets: Promise<string[] | undefined> } | undefined;

	/** Whether radars have the URL of this node, by `radar_id`. */
	readonly isOwnRadar = new Map<string, boolean>();

	/** When a page of a part of the list was too large, by the part and `clock.now()`. */
	readonly oversizedAt = new Map<string, number>();

	/** Radars that the service does not list (yet), by `radar_id`; times are of `clock.now()`. */
	readonly unlistedRadars = new Map<string, { lookups: number; nextLookup: number; isReported?: boolean }>();
}

export const runtimeStateOf = perNode(() => new TriggerRuntimeState());

/** What n8n saves for the node. Activation and poll() write it, each its own part; webhook() and execute() only read. */
export interface StaticData {
	/** By account and part of the list, the one polled last at the end. */
	polls?: Record<string, PollState>;
	/** When the workflow was published, by this computer's clock, until the first poll has succeeded. */
	activatedAt?: number;
	/** The production URL of the node without a secret. poll() can't ask n8n for it. */
	ownUrl?: string;
	/** Hashes of the secrets that a delivery may carry; that of an empty one stands for a radar whose URL has none. */
	secrets?: string[];
}

export const staticDataOf = (context: TriggerContext): StaticData =>
	nodeStaticData<StaticData & IDataObject>(context, 'companyRadarTrigger');
