import type { IDataObject } from 'n8n-workflow';

import { nodeStaticData } from '../shared/host/host';
import type { TriggerContext } from '../shared/form/nodeParameters';
import { readState, type PollState } from './polling/pollState';

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
