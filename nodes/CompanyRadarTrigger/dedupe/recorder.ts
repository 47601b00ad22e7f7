import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { ownerOf, ownership, type Wish } from './ownership';

/** What all processes share: n8n's database. Not atomic: what is written at the same time elsewhere may overwrite it. */
export interface Store {
	/** Writes the entries down, and gives those that were not there. */
	record(entries: string[]): Promise<Set<string>>;
	forget(entries: string[]): Promise<void>;
}

interface Request extends Wish {
	ids: string[];
	store: Store;
	resolve: (fresh: Set<string>) => void;
	/** Ids of which it is known that they are new, and ids that are not decided. */
	fresh: Set<string>;
	pending: Set<string>;
}

/** Ids that were written down along with a mark, and who wants them. */
interface Claim {
	mark: string;
	wanted: Map<string, Request>;
}

const REMEMBERED = 20_000;
const TRIES = 3;
const BETWEEN_TRIES = 200;

/**
 * A claim is looked up again after so many milliseconds, or after four times the slowest call. Two processes do not both
 * keep an update, nor both drop it, as long as each needs less than a quarter of that from reading n8n's row to writing it.
 */
const SETTLE = 500;
const SETTLE_PER_CALL = 4;
const LONGEST_SETTLE = 5000;

/**
 * While executions with several updates keep coming the next call comes later: in a flood n8n's row is written less often.
 * Where all have one update it does not: a worker runs ten at a time, and while all wait no other can come.
 */
const SETTLE_IN_FLOOD = 1000;

/**
 * Says which updates were not yet handed on, once each. All executions of a process wait in one queue, whose calls of the
 * store follow each other at a distance; each call takes all that wait. Between processes a claim decides: if its mark is
 * still there after a while, the ids are ours; if it was overwritten, they belong to who wrote them, and what nobody wrote
 * is claimed again. The owner is written down before the ids are handed on, for crashed executions that are retried. What
 * cannot be recorded is passed on: a repeat is better than a loss.
 */
export class Recorder {
	/** Owner by id; empty where another process recorded it. */
	private readonly recordedBy = new Map<string, string>();

	private waiting: Request[] = [];

	private isRunning = false;

	private slowestCall = 0;

	/** What the last call wrote down of owners: the next one restores it where another process has overwritten it. */
	private held: string[] = [];

	/** By `performance.now()`. Steps keep their distance, also after a rest: what comes meanwhile shares the next call. */
	private nextStep = 0;

	/** Whether this process has recorded the update, or seen that another one has. */
	knows(id: string): boolean {
		return this.recordedBy.has(id);
	}

	/** Whether executions run in this process at all. */
	get isInUse(): boolean {
		return this.recordedBy.size > 0;
	}

	/** Those of `ids` (each once) that no other owner has. The same owner gets its own again, also after a crash. */
	async keepNew(ids: string[], wish: Wish, store: Store): Promise<Set<string>> {
		return await new Promise((resolve) => {
			this.waiting.push({ ...wish, ids, store, resolve, fresh: new Set(), pending: new Set() });
			if (!this.isRunning) void this.run();
		});
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		let claim: Claim | undefined;
		let wasAsked = false;
		while (this.waiting.length > 0 || claim) {
			await sleep(Math.max(0, this.nextStep - performance.now()));
			const underWay = claim?.wanted;
			// Stopped, and retried at once: the claim that it has under way is looked up first.
			const isEarly = ({ ids, owner }: Request) => ids.some((id) => underWay?.get(id)?.owner === owner);
			const requests = this.waiting.filter((request) => !isEarly(request));
			this.waiting = this.waiting.filter(isEarly);
			const isFlood = wasAsked && requests.some(({ ids }) => ids.length > 1);
			wasAsked = requests.length > 0;
			claim = await this.step(requests, claim);
			this.nextStep = performance.now() + this.settleTime(isFlood ? SETTLE_IN_FLOOD : SETTLE);
		}
		this.isRunning = false;
	}

	/** One call of the store: looks up the claim of the step before, and claims what is waiting. */
	private async step(requests: Request[], before: Claim | undefined): Promise<Claim | undefined> {
		const wanted = this.sort(requests, before);
		const claimed = [...(before?.wanted ?? [])].map(([id, request]): [string, Request[]] => [id, [request]]);
		const open = new Map([...claimed, ...wanted]);
		const mark = wanted.size > 0 || !before ? `claim ${randomUUID()}` : before.mark;
		const marks = before && mark !== before.mark ? [before.mark, mark] : [mark];
		// Those that look up a claim write down that they own it, and retries ask whether they do: to ask is to write.
		const signed = [...open].flatMap(([id, candidates]) => {
			const signing = candidates.filter(({ isRetry }) => isRetry === true || before?.wanted.has(id));
			return signing.flatMap((request) => ownership(id, request));
		});
		const asking = [...open.values()].flat();
		const store = asking[0]?.store;
		// Marks come last: n8n forgets what was written first.
		const entries = new Set([...open.keys(), ...this.held, ...signed, ...marks]);
		const isNew = await this.ask(store, [...entries]);
		// A try that failed may have been written all the same: then the ids are known, and so is their new mark.
		const isOwnTry = mark !== before?.mark && isNew?.has(mark) === false;

		const claim: Claim = { mark, wanted: new Map() };
		const held = new Set<string>();
		for (const [id, candidates] of open) {
			const isConfirmed = before?.wanted.has(id) === true && isNew?.has(before.mark) === false;
			const { owner, isSure } =
				isConfirmed || !isNew
					? { owner: candidates[0], isSure: true }
					: ownerOf(id, candidates, isOwnTry ? new Set([id]) : isNew);
			if (owner) for (const entry of ownership(id, owner)) held.add(entry);
			if (isSure) this.decide(id, candidates, owner);
			else if (owner) {
				claim.wanted.set(id, owner);
				for (const other of candidates) if (other !== owner) other.pending.delete(id);
			}
		}
		if (store) this.held = [...held];
		const untrue = signed.filter((entry) => isNew?.has(entry) && !held.has(entry));
		if (untrue.length > 0) await store?.forget(untrue).catch(() => undefined);
		for (const request of new Set([...requests, ...asking])) {
			if (request.pending.size === 0) request.resolve(request.fresh);
		}
		return claim.wanted.size > 0 ? claim : undefined;
	}

	/**
	 * Answers what this process knows itself, and gives what the store must be asked, with who wants it: of several the
	 * first, and every retry, since any of these may be the one that had recorded it.
	 */
	private sort(requests: Request[], before: Claim | undefined): Map<string, Request[]> {
		const wanted = new Map<string, Request[]>();
		for (const request of requests) {
			for (const id of request.ids) {
				const owner = this.recordedBy.get(id);
				const isOpen = owner === undefined || (owner === '' && request.isRetry === true);
				const candidates = wanted.get(id) ?? [];
				if (owner === request.owner) request.fresh.add(id);
				else if (isOpen && !before?.wanted.has(id) && (candidates.length === 0 || request.isRetry === true)) {
					wanted.set(id, [...candidates, request]);
					request.pending.add(id);
				}
			}
		}
		return wanted;
	}

	private decide(id: string, candidates: Request[], winner: Request | undefined): void {
		for (const request of candidates) request.pending.delete(id);
		winner?.fresh.add(id);
		this.recordedBy.set(id, winner?.owner ?? '');
		if (this.recordedBy.size <= REMEMBERED) return;
		const oldest = this.recordedBy.keys().next();
		if (!oldest.done) this.recordedBy.delete(oldest.value);
	}

	/** @returns undefined if the store fails again and again */
	private async ask(store: Store | undefined, entries: string[]): Promise<Set<string> | undefined> {
		if (!store) return new Set();
		for (let left = TRIES; left > 0; left--) {
			const start = performance.now();
			const answer = await store.record(entries).catch(() => undefined);
			this.slowestCall = Math.max(performance.now() - start, this.slowestCall * 0.9);
			if (answer) return answer;
			if (left > 1) await sleep(BETWEEN_TRIES);
		}
		return undefined;
	}

	private settleTime(least: number): number {
		return Math.min(LONGEST_SETTLE, Math.max(least, this.slowestCall * SETTLE_PER_CALL));
	}
}
