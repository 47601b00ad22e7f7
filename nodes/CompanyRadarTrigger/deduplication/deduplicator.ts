import { sleep } from 'n8n-workflow';

import type { Store } from '../../shared/n8n/processedItems';
import { perNode } from '../../shared/triggers/perNode';
import { withTimeout } from '../../shared/concurrency/withTimeout';
import { settleClaims, type Claim } from './claims';

export interface ClaimRequest extends Claim {
	store: Store;
	/** Another process received the updates, so several processes may write the row at once. */
	isCrossProcess: boolean;
	/** If the store fails: pass webhooks, which aren't sent again, and fail polls, which find their updates again. */
	onStoreFailure: 'pass' | 'throw';
}

interface Pending extends ClaimRequest {
	resolve: (passed: Set<string>) => void;
	reject: (error: unknown) => void;
}

/** Updates whose entries another process may have overwritten. */
interface Rewrite {
	ids: string[];
	round: number;
}

const MAX_IDS_IN_MEMORY = 20_000;
const STORE_ATTEMPTS = 3;
const STORE_RETRY_DELAY_MS = 200;
const STORE_TIMEOUT_MS = 10_000;
const REWRITE_DELAY_MS = 500;
const MAX_REWRITES = 10;

const markOf = (id: string, deliveryId: string): string => `${id} by ${deliveryId}`;

/** The entries recorded for updates: their IDs, and which delivery passed them on. */
const entriesOf = (ids: Iterable<string>, deliveryId: string): string[] =>
	[...ids].flatMap((id) => [id, markOf(id, deliveryId)]);

export const ENTRIES_PER_UPDATE = 2;

/**
 * Passes each update on once. All executions of the node in this process share one queue, which is written in batches. With several
 * processes, entries are written again in the background until none is overwritten.
 */
export class Deduplicator {
	/** The delivery that passed each update on, oldest first. */
	private readonly passedBy = new Map<string, string>();

	/** The store of the last execution. All executions of the node share one row. */
	private store: Store | undefined;

	private queue: Pending[] = [];

	private rewrites: Rewrite[] = [];

	/** Updates that passed while the store failed. */
	private unwritten: string[] = [];

	/** Entries of updates that did not pass, which must not stay in the store. */
	private stale: string[] = [];

	/** Updates of failed polls: the store may have recorded them before it failed. */
	private doubtful: Array<{ id: string; mark: string }> = [];

	private work: Promise<void> | undefined;

	private readonly delays = new Set<Promise<void>>();

	constructor(private readonly storeTimeoutMs = STORE_TIMEOUT_MS) {}

	/** Whether an execution in this process has passed the update on. */
	has(id: string): boolean {
		return this.passedBy.has(id);
	}

	/**
	 * Records the updates and returns those to pass on.
	 * @throws if the store fails three times and `onStoreFailure` is `throw`
	 */
	async filterNew(request: ClaimRequest): Promise<Set<string>> {
		return await new Promise((resolve, reject) => {
			this.queue.push({ ...request, resolve, reject });
			this.store = request.store;
			this.start();
		});
	}

	/** Removes recorded updates that didn't leave execute(), so that they can be delivered again. */
	async takeBack({ ids, deliveryId, store }: ClaimRequest): Promise<void> {
		for (const id of ids) this.passedBy.delete(id);
		this.stale.push(...entriesOf(ids, deliveryId));
		this.store = store;
		// Work that is about to end no longer looks at these entries.
		await this.work;
		this.start();
		await this.work;
	}

	/** Resolves when nothing is left to write. */
	async idle(): Promise<void> {
		while (this.work || this.delays.size > 0) await Promise.all([this.work, ...this.delays]);
	}

	private start(): void {
		this.work ??= this.drain();
	}

	private async drain(): Promise<void> {
		do {
			await this.forgetStale();
			await this.write(this.queue.splice(0), this.rewrites.splice(0));
			await this.forgetStale();
		} while (this.queue.length > 0 || this.rewrites.length > 0);
		this.work = undefined;
	}

	/** Records all waiting claims and rewrites in one write. */
	private async write(batch: Pending[], rewrites: Rewrite[]): Promise<void> {
		const claimed = batch.flatMap(({ ids, deliveryId }) =>
			entriesOf(
				ids.filter((id) => !this.has(id)),
				deliveryId,
			),
		);
		const again = [...this.unwritten, ...rewrites.flatMap(({ ids }) => ids)];
		const entries = [...new Set([...this.entriesOfPassed(again), ...claimed])];
		if (entries.length === 0) return this.answer(batch, new Set());
		try {
			const added = await this.call(async (store) => await store.record(entries));
			this.unwritten = [];
			for (const rewrite of rewrites) {
				if (this.entriesOfPassed(rewrite.ids).some((entry) => added.has(entry))) this.rewriteLater(rewrite);
			}
			this.answer(batch, added);
		} catch (error) {
			this.unwritten = again.slice(-MAX_IDS_IN_MEMORY);
			this.answerUnrecorded(batch, new Set(claimed), error);
		}
	}

	/** `added` are the entries that were not in the store. */
	private answer(batch: readonly Pending[], added: ReadonlySet<string>): void {
		const passed = settleClaims(batch, {
			isNew: (id) => !this.has(id) && added.has(id),
			isOwn: (id, deliveryId) =>
				this.has(id) ? this.passedBy.get(id) === deliveryId : !added.has(markOf(id, deliveryId)),
		});
		for (const [request, ids] of passed) {
			this.pass(request, ids);
			// A mark that was there before comes from an earlier try of this delivery.
			const denied = request.ids.filter((id) => !ids.has(id)).map((id) => markOf(id, request.deliveryId));
			this.stale.push(...denied.filter((mark) => added.has(mark)));
			if (request.isCrossProcess && ids.size > 0) {
				this.rewriteLater({ ids: [...ids], round: 0 });
			}
		}
	}

	/** Answers claims after the store failed, which may have recorded them or not: as if `claimed`, their entries, were new. */
	private answerUnrecorded(batch: readonly Pending[], claimed: ReadonlySet<string>, error: unknown): void {
		const passing = batch.filter(({ onStoreFailure }) => onStoreFailure === 'pass');
		this.answer(passing, claimed);
		this.unwritten.push(...passing.flatMap(({ ids }) => ids));
		for (const { ids, deliveryId, onStoreFailure, reject } of batch) {
			if (onStoreFailure === 'pass') continue;
			this.doubtful.push(...ids.map((id) => ({ id, mark: markOf(id, deliveryId) })));
			reject(error);
		}
	}

	private pass({ deliveryId, resolve }: Pending, ids: Set<string>): void {
		for (const id of ids) this.passedBy.set(id, deliveryId);
		for (const id of this.passedBy.keys()) {
			if (this.passedBy.size <= MAX_IDS_IN_MEMORY) break;
			this.passedBy.delete(id);
		}
		resolve(ids);
	}

	/** Updates that were taken back have no entries: they must stay deliverable. */
	private entriesOfPassed(ids: readonly string[]): string[] {
		return ids.flatMap((id) => {
			const deliveryId = this.passedBy.get(id);
			return deliveryId === undefined ? [] : entriesOf([id], deliveryId);
		});
	}

	private rewriteLater({ ids, round }: Rewrite): void {
		if (round === MAX_REWRITES) return;
		// The delay is random, since processes in lockstep would overwrite each other every time.
		const delay = sleep(REWRITE_DELAY_MS * (1 + Math.random() / 2)).then(() => {
			this.delays.delete(delay);
			this.rewrites.push({ ids, round: round + 1 });
			this.start();
		});
		this.delays.add(delay);
	}

	private async forgetStale(): Promise<void> {
		await this.forgetDoubtful();
		if (this.stale.length === 0) return;
		const entries = this.stale;
		this.stale = [];
		await this.call(async (store) => await store.forget(entries)).catch(() => {
			this.stale = [...entries, ...this.stale].slice(-MAX_IDS_IN_MEMORY);
		});
	}

	/**
	 * Forgets what failed polls recorded, so that the next poll can pass it. An update without a mark of the failed poll was recorded by an
	 * earlier delivery or not at all.
	 */
	private async forgetDoubtful(): Promise<void> {
		const doubtful = this.doubtful.splice(0).filter(({ id }) => !this.has(id));
		if (doubtful.length === 0) return;
		const marks = doubtful.map(({ mark }) => mark);
		const added = await this.call(async (store) => await store.record(marks)).catch(() => undefined);
		if (added)
			this.stale.push(...doubtful.flatMap(({ id, mark }) => (added.has(mark) ? [mark] : [id, mark])));
		else this.doubtful = [...doubtful, ...this.doubtful].slice(-MAX_IDS_IN_MEMORY);
	}

	/** @throws the error of the last of three attempts */
	private async call<T>(request: (store: Store) => Promise<T>): Promise<T> {
		const { store } = this;
		if (!store) throw new Error('No execution has used the store yet');
		let lastError: unknown;
		for (let attempt = 1; attempt <= STORE_ATTEMPTS; attempt++) {
			if (attempt > 1) await sleep(STORE_RETRY_DELAY_MS);
			try {
				return await withTimeout(request(store), this.storeTimeoutMs);
			} catch (error) {
				lastError = error;
			}
		}
		throw lastError;
	}
}

export const deduplicatorOf = perNode(() => new Deduplicator());
