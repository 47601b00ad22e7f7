import { KeyedMutex, repeat, withTimeout } from '../shared/host/clock';
import { RecentMap } from '../shared/host/recentMap';
import { type Store, perNode } from '../shared/host/host';

/** The updates of one webhook() or poll() call. */
export interface DeliveredIds {
	/** Without duplicates. */
	ids: string[];
	/** The same on Retry and Retry On Fail. */
	deliveryId: string;
	store: Store;
	/** Another process received the updates, so several processes may write the row at once. */
	isCrossProcess: boolean;
}

const MAX_IDS_IN_MEMORY = 20_000;
/** The seconds before each attempt. */
const STORE_ATTEMPTS = [0, 0.2, 0.2];
const STORE_TIMEOUT_MS = 10_000;
const REWRITE_DELAY_SECONDS = 0.5;
const MAX_REWRITES = 10;

/** Random, since processes in lockstep would overwrite each other every time. */
const rewriteDelays = (): number[] =>
	Array.from({ length: MAX_REWRITES }, () => REWRITE_DELAY_SECONDS * (1 + Math.random() / 2));

const markOf = (id: string, deliveryId: string): string => `${id} by ${deliveryId}`;

/** The entries recorded for updates: their IDs, and which delivery passed them on. */
const recordedAs = (ids: Iterable<string>, deliveryId: string): string[] =>
	[...ids].flatMap((id) => [id, markOf(id, deliveryId)]);

export const ENTRIES_PER_UPDATE = 2;

/** Passes each update on once. All executions of the node in this process take turns, since n8n's table has no lock. */
export class Deduplicator {
	/** The delivery that passed each update on. */
	private readonly passedBy = new RecentMap<string>({ size: MAX_IDS_IN_MEMORY });

	private readonly turns = new KeyedMutex();

	private isStoreFailing = false;

	constructor(private readonly storeTimeoutMs = STORE_TIMEOUT_MS) {}

	/** Whether an execution in this process has passed the update on. */
	has(id: string): boolean {
		return this.passedBy.has(id);
	}

	/**
	 * Records the updates and returns those to pass on: new ones, and those that the same delivery recorded before. If the store
	 * fails, all of them that this process hasn't passed on: a duplicate is better than a loss.
	 */
	async filterNew(delivery: DeliveredIds): Promise<Set<string>> {
		return await this.takeTurn(async () => {
			const { ids, deliveryId } = delivery;
			const recordedHere = ids.filter((id) => this.passedBy.get(id) === deliveryId);
			const passed = new Set([...recordedHere, ...(await this.recordUnknown(delivery))]);
			for (const id of passed) this.passedBy.set(id, deliveryId);
			if (delivery.isCrossProcess && passed.size > 0) void this.keepRecorded(delivery);
			return passed;
		});
	}

	/** Removes recorded updates that didn't leave execute(), so that they can be delivered again. */
	async takeBack({ ids, deliveryId, store }: DeliveredIds): Promise<void> {
		await this.takeTurn(async () => {
			for (const id of ids) this.passedBy.delete(id);
			await this.forget(store, recordedAs(ids, deliveryId)).catch(() => undefined);
		});
	}

	/** Records what passed again until no other process overwrites it. No execution waits for that. */
	private async keepRecorded({ ids, deliveryId, store }: DeliveredIds): Promise<void> {
		const rewrite = async () => {
			const passed = ids.filter((id) => this.passedBy.get(id) === deliveryId);
			const added = await this.call(async () => await store.record(recordedAs(passed, deliveryId)));
			return added.size === 0;
		};
		await repeat(async () => await this.takeTurn(rewrite).catch(() => false), {
			delays: rewriteDelays(),
			until: (isKept) => isKept,
		});
	}

	private async takeTurn<T>(task: () => Promise<T>): Promise<T> {
		return await this.turns.run('', task);
	}

	/** Records the updates that this process hasn't passed on. Returns those that are new or the delivery's own. */
	private async recordUnknown({ ids: given, deliveryId, store }: DeliveredIds): Promise<string[]> {
		const ids = given.filter((id) => !this.has(id));
		if (ids.length === 0) return [];
		const record = this.call(async () => await store.record(recordedAs(ids, deliveryId)));
		const added = await record.catch(() => undefined);
		if (!added) return ids;
		const passes = (id: string) => added.has(id) || !added.has(markOf(id, deliveryId));
		// The mark of a delivery that didn't pass the update would let a Retry pass it after a restart.
		const denied = ids.filter((id) => !passes(id)).map((id) => markOf(id, deliveryId));
		if (denied.length > 0) await this.forget(store, denied).catch(() => undefined);
		return ids.filter(passes);
	}

	private async forget(store: Store, entries: string[]): Promise<void> {
		await this.call(async () => await store.forget(entries));
	}

	/** @throws the error of the last of three attempts; while the store keeps failing, of a single one */
	private async call<T>(request: () => Promise<T>): Promise<T> {
		const call = async () => (await Promise.allSettled([withTimeout(request(), this.storeTimeoutMs)]))[0];
		const delays = this.isStoreFailing ? [0] : STORE_ATTEMPTS;
		const last = await repeat(call, { delays, until: ({ status }) => status === 'fulfilled' });
		this.isStoreFailing = last?.status !== 'fulfilled';
		if (last?.status === 'fulfilled') return last.value;
		throw last?.reason;
	}
}

export const deduplicatorOf = perNode(() => new Deduplicator());
