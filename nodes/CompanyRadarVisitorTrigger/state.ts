import type { IExecuteFunctions } from 'n8n-workflow';
import { MINUTE_MS, SECOND_MS } from '../shared/basics/time';
import { clock } from '../shared/concurrency/clock';
import { LimitReached } from '../shared/money/purchases';
import { perNode } from '../shared/n8n/host';
import { VisitorMemory } from './memory';
import { ViewLog, type Fate } from './viewLog';

/** As many as the service looks up in a minute on a usual plan. */
const MAX_STARTS_PER_MINUTE = 100;

/** While a lookup is under way, n8n holds a script engine of about 9 MB for it. */
const MAX_LOOKUPS_AT_ONCE = 50;

/** What this process knows of a node. Times are by `clock.now()`, except in `memory`. */
export class VisitorState {
	readonly memory = new VisitorMemory(() => this.time ?? 0);

	readonly views = new ViewLog();

	/** Fingerprints of visitors whose lookup is under way. */
	readonly inFlight = new Set<string>();

	/** Made from the API key, which is read only once. */
	fingerprintKey: Buffer | undefined;

	/** How far the service's time is ahead of `clock.now()`; undefined before the first one. */
	private ahead: number | undefined;

	private asking: Promise<number> | undefined;

	private starts: number[] = [];

	private pausedUntil = 0;

	/** The limit at which lookups stopped; undefined again after the next lookup. */
	limitReached: LimitReached | undefined;

	private failedAt = Number.NEGATIVE_INFINITY;

	private savedAt = Number.NEGATIVE_INFINITY;

	private isSaving = false;

	/** Messages that were logged, since each is logged only once. */
	readonly logged = new Set<string>();

	/** The service's time; undefined before it was read. */
	get time(): number | undefined {
		return this.ahead === undefined ? undefined : clock.now() + this.ahead;
	}

	/** The service's time, for which it's asked only once. */
	async readTime(ask: () => Promise<number>): Promise<number> {
		if (this.time === undefined) {
			this.asking ??= ask().finally(() => (this.asking = undefined));
			this.ahead = (await this.asking) - clock.now();
		}
		return this.time ?? 0;
	}

	/** For a minute, nobody is looked up. */
	pause(reason: unknown): void {
		this.pausedUntil = clock.now() + MINUTE_MS;
		this.limitReached = reason instanceof LimitReached ? reason : undefined;
	}

	/** Why nobody is looked up now. */
	get pausedBy(): Fate | undefined {
		if (clock.now() >= this.pausedUntil) return undefined;
		return this.limitReached ? 'limit' : 'paused';
	}

	/** Whether one more lookup may start now. */
	mayStart(): boolean {
		const now = clock.now();
		this.starts = this.starts.filter((start) => now - start < MINUTE_MS);
		if (this.starts.length >= MAX_STARTS_PER_MINUTE || this.inFlight.size >= MAX_LOOKUPS_AT_ONCE)
			return false;
		this.starts.push(now);
		return true;
	}

	/** Whether a failure starts an execution: at most one a minute. */
	mayReportFailure(): boolean {
		if (clock.now() - this.failedAt < MINUTE_MS) return false;
		this.failedAt = clock.now();
		return true;
	}

	/** Calls `write` at most once a second. A call that has to wait also writes what comes meanwhile. */
	async save(write: () => void): Promise<void> {
		if (!this.memory.isUnsaved || this.isSaving) return;
		const wait = this.savedAt + SECOND_MS - clock.now();
		this.isSaving = wait > 0;
		if (this.isSaving) await clock.sleep(wait);
		this.isSaving = false;
		this.savedAt = clock.now();
		write();
	}
}

export const visitorStateOf = perNode(() => new VisitorState());

export function logOnce(
	context: Pick<IExecuteFunctions, 'logger' | 'getWorkflow' | 'getNode'>,
	message: string,
	detail = '',
): void {
	const { logged } = visitorStateOf(context);
	if (logged.has(message)) return;
	logged.add(message);
	context.logger.warn(`Company Radar Visitor Trigger: ${message}${detail}`);
}
