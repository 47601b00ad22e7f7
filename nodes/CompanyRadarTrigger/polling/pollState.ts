import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { clock, KeyedMutex } from '../../shared/host/clock';
import { DAY_MS, MINUTE_MS } from '../../shared/values/basics/time';
import { isObject } from '../../shared/values/basics/values';
import { nodeStaticData } from '../../shared/host/host';
import type { TriggerContext } from '../../shared/form/nodeParameters';

/** An update may appear in the list this long after its `discovered_at`. Later ones are missed. */
export const LATENESS_MS = 15 * MINUTE_MS;

/** Without a state that can be read, polling begins this long ago: execute() drops what it has recorded. */
export const RESTART_MS = DAY_MS;

/** How the service sorts the list, which the API leaves open. */
export type SortOrder = 'newest-first' | 'oldest-first';

/** The state between polls, as plain JSON. It covers only updates that are known to have arrived, so an older state loses nothing. */
export interface PollState {
	/** Grows with each update that was delivered or already recorded, so the highest revision is the latest. */
	revision: number;
	order?: SortOrder;
	/** Updates before this time are done. */
	watermark: number;
	/** Hashes of done updates at or after the watermark, by minute. */
	done: Record<string, string>;
	/** The page of the watermark, if the oldest come first. */
	cursor?: string;
}

/** Starts with the updates found at or after a time. */
export const firstState = (startsAt: number): PollState => ({
	revision: 0,
	watermark: startsAt,
	done: {},
});

/** Goes on where another list ended, which may have the same updates but other cursors. */
export const continued = ({ order, watermark, done }: PollState, latestWatermark: number): PollState => ({
	...firstState(Math.min(watermark, latestWatermark)),
	order,
	done,
});

const isState = (kept: unknown): kept is PollState =>
	isObject(kept) &&
	Number.isFinite(kept.revision) &&
	Number.isFinite(kept.watermark) &&
	isObject(kept.done) &&
	Object.values(kept.done).every((text) => typeof text === 'string');

/** A copy without the proxies in which n8n wraps static data: structuredClone() can't copy these. Undefined if it's damaged. */
export function readState(kept: unknown): PollState | undefined {
	const state: unknown = kept && JSON.parse(JSON.stringify(kept));
	return isState(state) ? state : undefined;
}

/** Characters of a hash: 54 bits, so that no two of a few thousand are alike. */
const KEY_LENGTH = 9;
/** n8n stores the state with the workflow: this many take 36 KB. What is forgotten is delivered again, and dropped by execute(). */
const MAX_DONE = 4000;

const doneKeyOf = (id: string): string => hash('sha256', id, 'base64url').slice(0, KEY_LENGTH);

/** The updates that are done, by the minute of their time. */
export class DoneIds {
	private readonly minutes = new Map<string, number>();

	constructor(done: PollState['done']) {
		for (const [minute, text] of Object.entries(done)) {
			for (const key of text.match(new RegExp(`.{${KEY_LENGTH}}`, 'g')) ?? []) {
				this.minutes.set(key, Number(minute));
			}
		}
	}

	has(id: string): boolean {
		return this.minutes.has(doneKeyOf(id));
	}

	add(id: string, time: number): void {
		this.minutes.set(doneKeyOf(id), Math.floor(time / MINUTE_MS));
	}

	/** The newest of those that may be read again. */
	since(watermark: number): PollState['done'] {
		const kept = [...this.minutes].filter(([, minute]) => (minute + 1) * MINUTE_MS > watermark);
		const done: PollState['done'] = {};
		for (const [key, minute] of kept.sort(([, a], [, b]) => a - b).slice(-MAX_DONE))
			done[minute] = (done[minute] ?? '') + key;
		return done;
	}
}

/** The data that n8n saves for the node. Publishing and poll() each write a part; webhook() and execute() only read. */
export interface StaticData {
	/** By account, the last one polled at the end. */
	polls?: Record<string, PollState>;
	/** When the workflow was published, by this computer's clock, until the first poll has succeeded. */
	publishedAt?: number;
	/** The production URLs that the node has had, without a secret, the present one first. poll() can't ask n8n for it. */
	ownUrls?: string[];
	/** Hashes of the secrets that a delivery may carry; the hash of an empty one stands for a URL without a secret. */
	secrets?: string[];
	/** IDs of the radars published, by a hash of their definition, so that none of them is created again. */
	radarIds?: Record<string, string>;
}

export const staticDataOf = (context: TriggerContext): StaticData =>
	nodeStaticData<StaticData & IDataObject>(context, 'companyRadarTrigger');

const MAX_OTHER_ACCOUNTS = 5;

/** The saved state of an account. Saving it drops those of accounts that were polled long ago. */
export const keptFor = (data: StaticData, accountId: string): { poll?: PollState } => ({
	get poll() {
		return data.polls?.[accountId];
	},
	set poll(state: PollState | undefined) {
		const others = Object.entries(data.polls ?? {}).filter(([id]) => id !== accountId);
		const recent = others.slice(-MAX_OTHER_ACCOUNTS);
		data.polls = Object.fromEntries([...recent, ...(state ? [[accountId, state] as const] : [])]);
	},
});

/** The state of the account polled last, if it is another one: a new key may belong to the same account. */
export const stateOfOtherAccount = ({ polls = {} }: StaticData, accountId: string): PollState | undefined =>
	readState(Object.entries(polls).findLast(([id]) => id !== accountId)?.[1]);

/** Publishes of a node take turns, so that the second one finds the radars that the first one created. */
export const publishing = new KeyedMutex();

/** n8n finishes a publish within milliseconds of the lifecycle methods. */
const N8N_FINISHES_MS = 1000;

/**
 * Waits while the node is being published. n8n 2.41 removes the expression engine of a workflow when a scheduled poll ends, which fails a
 * publish that still runs.
 */
export async function untilPublished(node: string): Promise<void> {
	if (!publishing.isBusy(node)) return;
	await publishing.run(node, async () => await clock.sleep(N8N_FINISHES_MS));
}
