import type { IExecuteFunctions } from 'n8n-workflow';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/values/basics/time';
import { clock } from '../shared/host/clock';
import { perNode } from '../shared/host/host';
import { RecentMap } from '../shared/host/recentMap';
import { VisitorMemory } from './memory';
import type { VisitingRow } from './toOutput';
import { ViewLog, type Fate } from './viewLog';
import type { Refusal } from '../shared/values/basics/refusal';

/** As many as the service looks up in a minute on a usual plan. */
const MAX_STARTS_PER_MINUTE = 100;

/** n8n holds a script engine of about 9 MB for each page view that waits. */
const MAX_AT_ONCE = 10;

/** Until lookups are tried again after the first failure, the second one, and so on. */
const PAUSES_MS = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS);

/** Between the failures that start an execution while lookups fail. */
const FAILURE_GAPS_MS = [0, HOUR_MS, DAY_MS];

/** The last one stands for all further ones. */
const entryAt = (list: readonly number[], index: number): number =>
	list[Math.min(index, list.length - 1)] ?? 0;

const MAX_MATCHES = 1000;

interface Report {
	firstPage: string;
	/** Entries of Pages That Matter for which the company started the workflow. */
	told: Set<string | undefined>;
}

/** The companies of the last visitors with a match, and what they were reported for. In this process only. */
class Matches {
	private readonly companies = new RecentMap<VisitingRow>({ size: MAX_MATCHES });

	private readonly reports = new RecentMap<Report>({ size: MAX_MATCHES });

	/** @param key the fingerprint of the visitor's network */
	add(key: string, company: VisitingRow): void {
		this.companies.set(key, company);
	}

	of(key: string): VisitingRow | undefined {
		return this.companies.get(key);
	}

	/** The company starts the workflow for the first time in its cooldown. */
	reported(domain: string, firstPage: string, entry: string | undefined): void {
		this.reports.set(domain, { firstPage, told: new Set([entry]) });
	}

	/** The page that a company was first reported for, if it's now at a page that matters for the first time. */
	lookAgain(domain: string, entry: string | undefined): string | undefined {
		const report = this.reports.get(domain);
		if (!report || entry === undefined || report.told.has(entry)) return undefined;
		report.told.add(entry);
		return report.firstPage;
	}
}

/** What this process knows of a node. Times are by `clock.now()`, except in `memory`. */
export class VisitorState {
	readonly memory = new VisitorMemory(() => this.time ?? 0);

	readonly matches = new Matches();

	readonly views = new ViewLog();

	/** Fingerprints of visitors whose lookup is under way. */
	readonly inFlight = new Set<string>();

	/** Made from the API key, which is read only once. */
	fingerprintKey: Buffer | undefined;

	/** How far the service's time is ahead of `clock.now()`; undefined before the first one. */
	private ahead: number | undefined;

	private asking: Promise<number> | undefined;

	private starts: number[] = [];

	/** Page views that wait for the service, or for their turn. */
	private atOnce = 0;

	private pausedUntil = 0;

	/** The limit at which lookups stopped; undefined again after the next lookup. */
	limitReached: Refusal | undefined;

	/** Failures in a row, and those that started an execution. */
	private failures = 0;

	private reportedFailures = 0;

	private failedAt = Number.NEGATIVE_INFINITY;

	/** Undefined again after the next lookup. */
	lastFailure: Refusal | undefined;

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

	/** At a limit, nobody is looked up for a minute. */
	pauseAt(limit: Refusal): void {
		this.pausedUntil = Math.max(this.pausedUntil, clock.now() + MINUTE_MS);
		this.limitReached = limit;
	}

	/** After a failure, nobody is looked up for a while. Returns whether it starts an execution. */
	failed(failure: Refusal): boolean {
		const now = clock.now();
		// Lookups that were under way fail with the first one.
		if (!this.pausedBy) this.pausedUntil = now + entryAt(PAUSES_MS, this.failures++);
		this.limitReached = undefined;
		this.lastFailure = failure;
		if (now - this.failedAt < entryAt(FAILURE_GAPS_MS, this.reportedFailures)) return false;
		this.failedAt = now;
		this.reportedFailures++;
		return true;
	}

	/** A lookup succeeded. One that was under way during a failure says nothing new. */
	worked(): void {
		if (this.pausedBy) return;
		this.limitReached = this.lastFailure = undefined;
		this.failures = 0;
		// A service that fails only sometimes starts at most one execution an hour.
		this.reportedFailures = Math.min(this.reportedFailures, 1);
	}

	/** Until lookups are tried again. */
	get minutesPaused(): number {
		return Math.max(0, Math.ceil((this.pausedUntil - clock.now()) / MINUTE_MS));
	}

	/** Why nobody is looked up now. */
	get pausedBy(): Fate | undefined {
		if (clock.now() >= this.pausedUntil) return undefined;
		return this.limitReached ? 'limit' : 'paused';
	}

	/** Runs the lookup of a page view; undefined if too many are under way, or began in the last minute. */
	async inTurn<Result>(lookUp: () => Promise<Result>): Promise<Result | undefined> {
		const now = clock.now();
		this.starts = this.starts.filter((start) => now - start < MINUTE_MS);
		if (this.starts.length >= MAX_STARTS_PER_MINUTE || this.atOnce >= MAX_AT_ONCE) return undefined;
		this.starts.push(now);
		this.atOnce++;
		return await lookUp().finally(() => this.atOnce--);
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
