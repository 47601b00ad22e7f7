import type { IRun } from 'n8n-workflow';

import { Progress, pollList } from '../../nodes/CompanyRadarTrigger/polling/poller';
import { clock } from '../../nodes/shared/host/clock';
import type { Fetched, PolledUpdate } from '../../nodes/CompanyRadarTrigger/polling/list';
import {
	firstState,
	LATENESS_MS,
	type PollState,
	type SortOrder,
} from '../../nodes/CompanyRadarTrigger/polling/pollState';

export const MINUTE = 60_000;

/** `responses`: only their `timestamp`. `service`: that, and the times of updates. `computer`: n8n's. */
export type WrongClock = 'responses' | 'service' | 'computer';

/** How the service behaves where the API leaves it open. */
export interface ServiceTraits {
	order: SortOrder;
	pageSize: number;
	/** Cursors of one poll have expired in the next. */
	cursorsExpire: boolean;
	emptyPages: boolean;
}

/** Where a poll goes wrong, if it does. */
export type Trouble =
	| 'none'
	/** Nothing can be read. */
	| 'down'
	/** The second page cannot be read. */
	| 'fetchFails'
	/** n8n can write neither the execution nor the state, as on a full disk. */
	| 'writeFails'
	/** n8n cannot save the state; the execution runs. */
	| 'saveFails'
	/** The execution fails before the trigger records anything. */
	| 'triggerFails'
	/** The execution runs while the next poll reads the list. */
	| 'runsLate'
	/** The execution is cancelled while the next poll reads the list. */
	| 'cancelledLate'
	/** The process is killed before anything is saved. */
	| 'killedBeforeSave'
	/** The process is killed between saving and starting. */
	| 'killedBeforeStart'
	/** The execution runs and records, and then the process is killed. */
	| 'killedAfterRun';

export interface Update {
	id: string;
	/** When it was found, by the service's clock. */
	time: number;
	/** When it was found. */
	foundAt: number;
}

/** The account's list of updates, in keyset pages like the service's. */
export class FakeService {
	readonly updates: Update[] = [];
	/** What time it really is. */
	now = Date.parse('2026-11-21T10:00:00Z');
	/** This many milliseconds the clocks are ahead: that of responses, and that of n8n's computer. */
	readonly ahead = { responses: 0, computer: 0 };
	/** How far the clock of updates was ahead, and since when. */
	private readonly settings = [{ since: Number.NEGATIVE_INFINITY, ahead: 0 }];
	/** What was found before is not listed any more. */
	lateSince = 0;
	requests = 0;
	private generation = 0;
	private sorted: Update[] = [];

	constructor(
		private readonly traits: ServiceTraits,
		private readonly wrongClock: WrongClock = 'service',
	) {}

	/** Sets the one clock that may be wrong. */
	setClock(ahead: number): void {
		if (this.wrongClock === 'computer') this.ahead.computer = ahead;
		else this.ahead.responses = ahead;
		if (this.wrongClock !== 'service') return;
		// At first, it has always been so.
		const since = this.updates.length === 0 && this.settings.length === 1 ? 0 : this.now;
		this.settings.push({ since, ahead });
	}

	/** Adds updates that were discovered this long ago, in milliseconds. */
	arrive(count: number, ago: number): void {
		const foundAt = this.now - ago;
		// By the clock as it was then.
		const { ahead } = this.settings.findLast(({ since }) => since <= foundAt) ?? { ahead: 0 };
		for (let index = 0; index < count; index++) {
			this.updates.push({ id: `u${this.updates.length}`, time: foundAt + ahead, foundAt });
		}
	}

	newPoll(): void {
		this.requests = 0;
		this.generation++;
	}

	page(cursor: string | undefined): Fetched {
		this.requests++;
		const { order, pageSize, cursorsExpire, emptyPages } = this.traits;
		const serviceTime = this.now + this.ahead.responses;
		const sign = order === 'oldest-first' ? 1 : -1;
		type Place = Pick<Update, 'id' | 'time'>;
		const compare = (a: Place, b: Place) => sign * (a.time - b.time || a.id.localeCompare(b.id));
		if (this.sorted.length !== this.updates.length) this.sorted = [...this.updates].sort(compare);
		const { sorted } = this;
		let after: (Place & { generation: number; wasEmpty: boolean }) | undefined;
		if (cursor !== undefined) {
			after = JSON.parse(cursor) as Place & { generation: number; wasEmpty: boolean };
			if (cursorsExpire && after.generation !== this.generation) return 'expired';
		}
		const rest = after && after.id !== '' ? sorted.filter((update) => compare(update, after) > 0) : sorted;
		const token = (place: Place | undefined, wasEmpty: boolean) =>
			JSON.stringify({
				id: place?.id ?? '',
				time: place?.time ?? 0,
				generation: this.generation,
				wasEmpty,
			});
		if (emptyPages && !after?.wasEmpty && rest.length > 0) {
			return { items: [], hasMore: true, cursor: token(after, true), serviceTime };
		}
		const items = rest.slice(0, pageSize).map((update): PolledUpdate => {
			const { id, time } = update;
			return { id, time, isWanted: true, update: { ...update } };
		});
		const hasMore = rest.length > pageSize;
		return { items, hasMore, cursor: hasMore ? token(rest[pageSize - 1], false) : null, serviceTime };
	}
}

export interface HostOptions {
	/** Null: everything. */
	startsAt: number | 'now';
	/** Executions run in another process: here nothing is seen of them but their end. */
	queueMode: boolean;
	/** How many updates the store remembers. */
	remembered: number;
	/** A poll can read no more pages. */
	maxRequests?: number;
	/** Webhook With Catch-Up: younger updates are not looked at. */
	minAgeMs?: number;
}

/** A process of n8n with what it remembers of the node. */
class FakeProcess {
	readonly progress = new Progress();
	/** What execute() has recorded here. */
	readonly recorded = new Set<string>();
	/** Executions that are under way. */
	readonly late: Array<() => void> = [];
	constructor(readonly startedAt: number) {}

	/** n8n's static data in memory: read when the process starts polling. */
	kept: { poll?: PollState } = {};
}

const runOf = (error?: Error): IRun =>
	({
		status: error ? 'error' : 'success',
		data: { resultData: { runData: {}, error, lastNodeExecuted: 'Trigger' } },
	}) as unknown as IRun;

/** What n8n and execute() do around the poller. */
export class FakeHost {
	/** How often each update came out of execute(). */
	readonly outputs = new Map<string, number>();
	mostRequests = 0;
	lastRequests = 0;
	largestState = 0;
	executions = 0;
	/** The last poll had nothing to do and left nothing for the next. */
	isIdle = false;
	private saved = '{}';
	private processes: FakeProcess[];
	private leader = 0;
	/** n8n's table of processed items. */
	private store: string[] = [];

	constructor(
		private readonly service: FakeService,
		private readonly options: HostOptions,
	) {
		this.processes = [new FakeProcess(service.now - MINUTE)];
		clock.now = () => service.now - this.process.startedAt;
		clock.computerTime = () => service.now + service.ahead.computer;
	}

	/** Another process takes over the polling; the old one stays and may take over again. */
	takeOver(): void {
		this.leader = 1 - this.leader;
		const process = (this.processes[this.leader] ??= new FakeProcess(this.service.now));
		process.kept = JSON.parse(this.saved) as FakeProcess['kept'];
	}

	/** A webhook brings updates before a poll does. */
	push(ids: string[]): void {
		this.execute(this.process, ids);
	}

	/** Runs the executions that are under way. */
	async runLate(): Promise<void> {
		for (const { late } of this.processes) for (const run of late.splice(0)) run();
		await new Promise((resolve) => setImmediate(resolve));
	}

	restart(): void {
		this.processes[this.leader] = new FakeProcess(this.service.now);
		this.process.kept = JSON.parse(this.saved) as FakeProcess['kept'];
	}

	private get process(): FakeProcess {
		const process = this.processes[this.leader];
		if (!process) throw new Error('No process polls');
		return process;
	}

	async poll(trouble: Trouble = 'none'): Promise<void> {
		const { process, service, options } = this;
		const { remembered, startsAt, maxRequests = Number.POSITIVE_INFINITY, minAgeMs = 0 } = options;
		service.newPoll();
		const answers = new Map<string, Fetched>();
		const isFirst = this.saved === '{}';
		let emitted: string[] | undefined;
		try {
			const plan = await pollList({
				kept: process.kept,
				progress: process.progress,
				fetch: async (cursor) => {
					const known = answers.get(cursor ?? '');
					if (known) return known;
					if (answers.size === 1) await this.runLate();
					if (answers.size >= maxRequests) return 'later';
					if (trouble === 'down' || (trouble === 'fetchFails' && answers.size === 1))
						throw new Error('outage');
					const page = service.page(cursor);
					answers.set(cursor ?? '', page);
					return page;
				},
				begin: (now) =>
					startsAt === 'now'
						? { state: firstState(now - LATENESS_MS), skipsListed: true }
						: { state: firstState(startsAt), skipsListed: false },
				isRecorded: (id) => process.recorded.has(id),
				remembered,
				minAgeMs,
				triggerName: 'Trigger',
				warn: (message) => {
					throw new Error(message);
				},
				emit: async (updates, deliveryId) => {
					emitted = updates.map(({ id }) => id);
					this.executions++;
					if (trouble === 'killedBeforeSave') return await new Promise(() => undefined);
					if (trouble === 'writeFails') throw new Error('database or disk is full');
					if (trouble !== 'saveFails') this.save();
					if (trouble === 'killedBeforeStart') return await new Promise(() => undefined);
					if (trouble === 'triggerFails') return runOf(new Error('SQLITE_BUSY'));
					const isLate = trouble === 'runsLate' || trouble === 'cancelledLate';
					if (isLate) await new Promise<void>((resolve) => process.late.push(resolve));
					if (trouble === 'cancelledLate') throw new Error('cancelled');
					this.execute(process, emitted);
					if (emitted.length > 0 && !options.queueMode) process.progress.confirm(deliveryId);
					if (trouble === 'killedAfterRun') return await new Promise(() => undefined);
					return runOf();
				},
			});
			this.isIdle = emitted === undefined && plan?.isBehind === false;
		} catch (error) {
			if ((error as Error).message !== 'outage') throw error;
			this.isIdle = false;
		}
		// The end of an execution is known some microtasks later.
		await new Promise((resolve) => setImmediate(resolve));
		this.lastRequests = service.requests;
		this.mostRequests = Math.max(this.mostRequests, service.requests);
		this.largestState = Math.max(this.largestState, JSON.stringify(process.kept).length);
		// n8n saves the state after the activation, and then only along with an execution.
		if (isFirst && trouble !== 'killedBeforeSave') this.save();
		if (trouble.startsWith('killed')) this.restart();
	}

	private save(): void {
		this.saved = JSON.stringify(this.process.kept);
	}

	private execute(process: FakeProcess, ids: string[]): void {
		for (const id of ids) {
			if (!this.options.queueMode) process.recorded.add(id);
			if (this.store.includes(id)) continue;
			this.store.push(id);
			this.outputs.set(id, (this.outputs.get(id) ?? 0) + 1);
		}
		this.store = this.store.slice(-this.options.remembered);
	}
}
