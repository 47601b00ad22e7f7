import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import { LIMITS } from '../../shared/api/limits';
import type { Radar } from '../../shared/api/types';
import { repeat, KeyedMutex } from '../../shared/host/clock';
import { isUnsavedWorkflow, processedItemsOf } from '../../shared/host/host';
import type { ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { isOfList } from './planSync';
import { asError } from '../../shared/values/basics/values';

/** Room for the lists of one node. */
const KEPT_ENTRIES = 1000;

/** The seconds before each attempt: n8n's database may be busy for a moment. */
const NOTE_ATTEMPTS = [0, 2, 2, 2, 2];

/** A request of 1,000 radars takes a few minutes. */
const READS = Array<number>(10).fill(LATE_COMMIT_SECONDS);

/** n8n reads and rewrites the row of a node without a lock. */
const rowLocks = new KeyedMutex();

/** Whether the item may still become a radar. */
const isOpen = (result: ItemResult): boolean =>
	'failure' in result
		? result.failure.kind === 'unknown'
		: 'json' in result && result.json.some(({ status }) => status === 'processing');

/**
 * Records that radars of a list may still be created. The entry is in n8n's table of processed items: unlike anything else that
 * a node can store, it's written at once and survives a killed run. It names no account, because the API key or the Base URL may change.
 */
export class OpenCreates {
	/** Whether radars of the list may still appear when this run has ended. */
	private mayAppear: boolean;

	private constructor(
		private readonly list: string,
		private readonly context: RunContext,
		/** Whether an earlier run was interrupted, so that its radars may still appear. */
		private readonly isAfterInterruption: boolean,
	) {
		this.mayAppear = isAfterInterruption;
	}

	/** Writes the entry, or returns n8n's error. An unsaved workflow can't have an entry, and continues without one. */
	static async begin(list: string, context: RunContext): Promise<OpenCreates | Error | undefined> {
		const { execution, client } = context;
		const open = (isAfterInterruption: boolean) => new OpenCreates(list, context, isAfterInterruption);
		const note = async (): Promise<OpenCreates | Error> => {
			try {
				const store = processedItemsOf(execution, KEPT_ENTRIES);
				const added = await rowLocks.run(execution.getNode().id, async () => await store.record([list]));
				return open(added.size === 0);
			} catch (error) {
				return isUnsavedWorkflow(execution, error) ? open(false) : asError(error);
			}
		};
		return await repeat(note, {
			delays: NOTE_ATTEMPTS,
			until: (result) => result instanceof OpenCreates,
			wait: async (seconds) => await client.wait(seconds),
		});
	}

	/** Removes the entry, unless radars may still appear. If that fails, the next run waits once for no reason. */
	async end(): Promise<void> {
		if (this.mayAppear) return;
		const { execution } = this.context;
		const store = processedItemsOf(execution, KEPT_ENTRIES);
		await rowLocks
			.run(execution.getNode().id, async () => await store.forget([this.list]))
			.catch(() => undefined);
	}

	/** Applies the list. If the run is killed meanwhile, its radars may still appear. A refused run has created none. */
	async during(
		applyList: () => Promise<{ isRefused?: boolean; results: ItemResult[] }>,
	): Promise<ItemResult[]> {
		this.mayAppear = true;
		const { isRefused, results } = await applyList();
		this.mayAppear = !isRefused && (await this.isAnyMissing(results));
		return results;
	}

	/** Until the list of radars shows all that were created, the next run could create them again. */
	private async isAnyMissing(results: ItemResult[]): Promise<boolean> {
		const created = results
			.flatMap((result) => ('json' in result ? result.json : []))
			.flatMap(({ change, radar_id: id }) => (change === 'created' && typeof id === 'string' ? [id] : []));
		return results.some(isOpen) || !(await this.areListed(new Set(created)).catch(() => false));
	}

	private async areListed(missing: Set<string>): Promise<boolean> {
		if (missing.size === 0) return true;
		const listed = this.context.client.forFollowUp().allRadars({}, missing.size + LIMITS.listLimit);
		for await (const { radar_id: id } of listed) {
			if (missing.delete(id) && missing.size === 0) return true;
		}
		return false;
	}

	/**
	 * Lists the radars. After an interruption or a lost create, it does so repeatedly until no more of this list appear in the time a
	 * create may take; undefined if they keep appearing, or if none of a create of an earlier try has appeared.
	 */
	async radarsOnceQuiet<List extends { radars: Radar[] }>(
		read: () => Promise<List>,
	): Promise<List | undefined> {
		const { client, summary, paid } = this.context;
		const count = ({ radars }: List) => radars.filter((radar) => isOfList(radar, this.list)).length;
		let last = await read();
		if (!this.isAfterInterruption && !paid.lacksCreate(last.radars)) return last;
		const reread = async () => {
			const before = count(last);
			last = await read();
			return count(last) === before;
		};
		const isQuiet = await repeat(reread, {
			delays: READS,
			until: (isSame) => isSame,
			wait: async (seconds) => await client.wait(seconds),
		});
		if (isQuiet === undefined) return last;
		if (!isQuiet || paid.lacksCreate(last.radars)) return undefined;
		this.mayAppear = false;
		summary.note(
			'An earlier execution or try for this list was interrupted. This one waited until all its radars were there.',
		);
		return last;
	}
}
