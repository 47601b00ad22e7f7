import { poll } from '../../nodes/CompanyRadarTrigger/polling/poller';
import { firstState, readState, type Start } from '../../nodes/CompanyRadarTrigger/polling/state';
import type { Fetched, Listed, Order, PollState } from '../../nodes/CompanyRadarTrigger/polling/types';

/** How the service behaves where the API leaves it open. */
export interface ServiceTraits {
	order: Order;
	pageSize: number;
	/** Cursors of one poll are refused in the next. */
	cursorsExpire: boolean;
	emptyPages: boolean;
}

/** Where a poll goes wrong, if it does. */
export type Trouble =
	| 'none'
	/** The second page cannot be read. */
	| 'fetchFails'
	/** n8n discards what was handed over, or cannot start the execution. */
	| 'startFails'
	/** n8n cannot save the state; the execution runs. */
	| 'saveFails'
	/** The process is killed before anything is saved. */
	| 'killedBeforeSave'
	/** The process is killed between saving and starting. */
	| 'killedBeforeStart'
	/** The execution runs and records, and then the process is killed. */
	| 'killedAfterRun';

interface Update {
	id: string;
	time: number;
}

const MINUTE = 60_000;

/** The account's list of updates, in keyset pages like the service's. */
export class FakeService {
	readonly updates: Update[] = [];
	now = Date.parse('2026-11-21T10:00:00Z');
	requests = 0;
	private generation = 0;

	constructor(private readonly traits: ServiceTraits) {}

	/** Adds updates that were discovered so long ago, in milliseconds. */
	arrive(count: number, ago: number): void {
		const time = this.now - ago;
		for (let index = 0; index < count; index++) {
			this.updates.push({ id: `u${this.updates.length}`, time });
		}
	}

	newPoll(): void {
		this.requests = 0;
		this.generation++;
	}

	page(cursor: string | undefined): Fetched<Update> {
		this.requests++;
		const { order, pageSize, cursorsExpire, emptyPages } = this.traits;
		const sign = order === 'oldest-first' ? 1 : -1;
		const compare = (a: Update, b: Update) => sign * (a.time - b.time || a.id.localeCompare(b.id));
		const sorted = [...this.updates].sort(compare);
		let after: (Update & { generation: number; wasEmpty: boolean }) | undefined;
		if (cursor !== undefined) {
			after = JSON.parse(cursor) as Update & { generation: number; wasEmpty: boolean };
			if (cursorsExpire && after.generation !== this.generation) return 'refused';
		}
		const rest = after && after.id !== '' ? sorted.filter((update) => compare(update, after) > 0) : sorted;
		const token = (update: Update | undefined, wasEmpty: boolean) =>
			JSON.stringify({ id: '', time: 0, ...update, generation: this.generation, wasEmpty });
		if (emptyPages && !after?.wasEmpty && rest.length > 0) return { items: [], next: token(after, true) };
		const items = rest
			.slice(0, pageSize)
			.map((update): Listed<Update> => ({ ...update, wanted: true, update }));
		const hasMore = rest.length > pageSize;
		return { items, next: hasMore ? token(items.at(-1)?.update, false) : null };
	}
}

/** What n8n and execute() do around the poller. */
export class FakeHost {
	/** How often each update came out of execute(). */
	readonly outputs = new Map<string, number>();
	lastRequests = 0;
	largestState = 0;
	private saved: string | undefined;
	private inMemory: PollState | undefined;
	private processNumber = 0;
	/** What execute() keeps: in this process, and in n8n's database. */
	private confirmed = new Set<string>();
	private store: string[] = [];
	private replayAsked: { token: string; from: number; to: number } | undefined;
	/** The last poll had nothing to do and left nothing for the next. */
	isIdle = false;

	constructor(
		private readonly service: FakeService,
		private readonly options: {
			room: number;
			start: Start;
			/** Executions run in another process: nothing is ever confirmed here. */
			queueMode: boolean;
			/** How many updates the store remembers; four times the room by default, as in n8n. */
			remembered?: number;
		},
	) {}

	askForReplay(token: string, hours: number): void {
		this.replayAsked = { token, from: this.service.now - hours * 60 * MINUTE, to: this.service.now };
	}

	async poll(trouble: Trouble, storeFails = false): Promise<void> {
		const process = `p${this.processNumber}`;
		const kept =
			this.inMemory ?? (this.saved === undefined ? undefined : (JSON.parse(this.saved) as PollState));
		const state = readState(kept, process) ?? firstState(this.options.start, process);
		this.service.newPoll();
		const answers = new Map<string, Fetched<Update>>();
		let outcome;
		try {
			outcome = await poll<Update>({
				state,
				fetch: async (cursor) => {
					const known = answers.get(cursor ?? '');
					if (known) return known;
					if (trouble === 'fetchFails' && answers.size === 1) throw new Error('outage');
					const page = this.service.page(cursor);
					answers.set(cursor ?? '', page);
					return page;
				},
				rules: {
					isConfirmed: (id) => this.confirmed.has(id),
					mostHandings: this.options.queueMode ? 2 : 5,
				},
				room: this.options.room,
				now: this.service.now,
				replay: this.replayAsked,
			});
		} catch {
			return;
		}
		this.lastRequests = this.service.requests;
		this.largestState = Math.max(this.largestState, JSON.stringify(outcome.state).length);
		this.inMemory = outcome.state;
		this.replayAsked = undefined;
		const hasUpdates = outcome.updates.length > 0;
		this.isIdle = !hasUpdates && !outcome.isBehind;
		if (trouble === 'killedBeforeSave') return this.kill();
		// n8n saves the state after the activation, and then only when there is something to run.
		const isSaved = this.saved === undefined || (hasUpdates && trouble !== 'saveFails');
		if (isSaved) this.saved = JSON.stringify(outcome.state);
		if (trouble === 'killedBeforeStart') return this.kill();
		if (hasUpdates && trouble !== 'startFails') this.execute(outcome.updates, storeFails);
		if (trouble === 'killedAfterRun') this.kill();
	}

	private execute(updates: Array<Listed<Update>>, storeFails: boolean): void {
		for (const { id } of updates) {
			if (this.confirmed.has(id) && !this.options.queueMode) continue;
			if (!storeFails) {
				if (this.store.includes(id)) {
					this.confirm(id);
					continue;
				}
				this.store.push(id);
			}
			this.confirm(id);
			this.outputs.set(id, (this.outputs.get(id) ?? 0) + 1);
		}
		this.store = this.store.slice(-(this.options.remembered ?? this.options.room * 4));
	}

	private confirm(id: string): void {
		if (!this.options.queueMode) this.confirmed.add(id);
	}

	private kill(): void {
		this.processNumber++;
		this.inMemory = undefined;
		this.confirmed = new Set();
	}
}

export { MINUTE };
