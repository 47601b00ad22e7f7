import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { ownerOf, ownership, type Wish } from './ownership';
import { LONGEST_SETTLE, Pace } from './pace';
import { MOST_ROUNDS, Unseen } from './unseen';

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

class Claim {
	/** What is written down along with ids, and who wants these. */
	mark = `claim ${randomUUID()}`;

	readonly wanted = new Map<string, Request>();

	/** How often in a row ids were overwritten. */
	readonly losses = new Map<string, number>();

	/** Looked up and found to be ours. Who owns them is written down next. */
	readonly ours = new Map<string, Request>();

	get isEmpty(): boolean {
		return this.wanted.size + this.ours.size === 0;
	}

	requestFor(id: string): Request | undefined {
		return this.wanted.get(id) ?? this.ours.get(id);
	}
}

const ownerships = (owners: Iterable<[string, Request]>): string[] =>
	[...owners].flatMap(([id, owner]) => ownership(id, owner));

const REMEMBERED = 20_000;
const TRIES = 3;
const BETWEEN_TRIES = 200;

/**
 * Says which updates were not yet handed on, once each. All executions of a process wait in one queue, and each call of
 * the store takes all that wait. Between processes a claim decides: if its mark is still there after a while, the ids are
 * ours; if it was overwritten they belong to who wrote them, and what nobody wrote is claimed again. If whoever wrote them
 * does not come to own them either, they are asked for once more. The owner is written down before the ids are handed on,
 * for crashed executions that are retried. What cannot be recorded is handed on: a repeat is better than a loss.
 */
export class Recorder {
	/** Owner by id; empty where another process recorded it. */
	private readonly recordedBy = new Map<string, string>();

	private readonly pace = new Pace();

	private store: Store | undefined;

	private waiting: Request[] = [];

	private work: Promise<void> | undefined;

	private readonly unseen = new Unseen();

	/** By then who has overwritten a claim owns it, as a rule. Differs between processes: they had better not ask at once. */
	private readonly doubt = LONGEST_SETTLE * (4 + Math.random());

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
			this.enqueue({ ...wish, ids, store, resolve, fresh: new Set(), pending: new Set() });
		});
	}

	/** Resolves when the store need not be called, unless somebody asks. */
	async idle(): Promise<void> {
		await this.work;
	}

	private enqueue(request: Request): void {
		this.waiting.push(request);
		this.work ??= this.run();
	}

	private async run(): Promise<void> {
		let claim = new Claim();
		while (this.waiting.length > 0 || !claim.isEmpty || !this.unseen.isEmpty) {
			await this.pace.turn();
			const requests = this.take(claim);
			claim = await this.step(requests, claim);
			this.pace.rest(requests.map(({ isShared }) => isShared === true));
		}
		this.work = undefined;
		this.store = undefined;
	}

	/** Those that wait; but who was stopped and retried at once waits on, until what it asked for first is decided. */
	private take(claim: Claim): Request[] {
		const taken: Request[] = [];
		const early: Request[] = [];
		for (const request of this.waiting) {
			const isAsked = (id: string) =>
				claim.requestFor(id)?.owner === request.owner ||
				taken.some(({ owner, ids }) => owner === request.owner && ids.includes(id));
			(request.ids.some(isAsked) ? early : taken).push(request);
		}
		this.waiting = early;
		return taken;
	}

	/** In one call: writes down who owns what, looks up the claim of the step before, and claims what is waiting. */
	private async step(requests: Request[], before: Claim): Promise<Claim> {
		const wanted = this.sort(requests, before);
		const claim = new Claim();
		if (wanted.size === 0) claim.mark = before.mark;
		const open = new Map(wanted);
		for (const [id, request] of before.wanted) open.set(id, [request]);
		const asking = [...open.values()].flat();
		this.store = asking[0]?.store ?? this.store;
		// To ask is to write: what turns out to be untrue is taken back.
		const asked = [...wanted].flatMap(([id, candidates]) =>
			candidates.filter(({ isRetry }) => isRetry).flatMap((retry) => ownership(id, retry)),
		);
		// Marks come last: n8n forgets what was written first.
		const marks = [
			...(before.wanted.size > 0 ? [before.mark] : []),
			...(wanted.size > 0 ? [claim.mark] : []),
		];
		const entries = [...open.keys(), ...ownerships(before.ours), ...this.unseen.entries, ...asked, ...marks];
		const answer = await this.ask(entries);
		// A try that failed may have been written all the same: then the ids are known, and so is their new mark.
		const isOwnTry = wanted.size > 0 && answer?.has(claim.mark) === false;
		const isNew = isOwnTry ? new Set(entries) : (answer ?? new Set());

		this.unseen.check(answer);
		this.handOn(before.ours);
		const inDoubt = new Map<Request, string[]>();
		for (const [id, candidates] of open) {
			const losses = before.losses.get(id) ?? 0;
			const hasHeld = before.wanted.has(id) ? !isNew.has(before.mark) || losses === MOST_ROUNDS : undefined;
			const { owner, isSure } = ownerOf(id, candidates, isNew, !answer || hasHeld);
			if (owner) (isSure ? claim.ours : claim.wanted).set(id, owner);
			else if (isSure) this.know(id, '');
			if (hasHeld === false) claim.losses.set(id, losses + 1);
			for (const other of candidates) {
				if (!owner && !isSure) inDoubt.set(other, [...(inDoubt.get(other) ?? []), id]);
				else if (other !== owner) other.pending.delete(id);
			}
		}
		for (const [request, ids] of inDoubt) void this.askAgain(request, ids);
		const kept = new Set(ownerships([...claim.ours, ...claim.wanted]));
		await this.forget(asked.filter((entry) => answer?.has(entry) && !kept.has(entry)));
		// In a flood the next call writes it down along with what else it does.
		if (!this.pace.isFlood) {
			if (answer) await this.ask(ownerships(claim.ours));
			this.handOn(claim.ours);
			claim.ours.clear();
		}
		for (const request of new Set([...requests, ...asking, ...before.ours.values()])) {
			if (request.pending.size === 0) request.resolve(request.fresh);
		}
		return claim;
	}

	/**
	 * Answers what this process knows itself, and gives what the store must be asked, with who wants it: of several the
	 * first, and every retry, since any of these may be the one that had recorded it.
	 */
	private sort(requests: Request[], before: Claim): Map<string, Request[]> {
		const wanted = new Map<string, Request[]>();
		for (const request of requests) {
			for (const id of request.ids) {
				const owner = this.recordedBy.get(id);
				const isOpen = owner === undefined || (owner === '' && request.isRetry === true);
				const candidates = wanted.get(id) ?? [];
				request.pending.delete(id);
				if (owner === request.owner) request.fresh.add(id);
				else if (isOpen && !before.requestFor(id) && (candidates.length === 0 || request.isRetry === true)) {
					wanted.set(id, [...candidates, request]);
					request.pending.add(id);
				}
			}
		}
		return wanted;
	}

	/** Like a retry: by then they are owned, or were lost between three that wrote at the same time, or n8n was killed. */
	private async askAgain(request: Request, ids: string[]): Promise<void> {
		await sleep(this.doubt);
		this.enqueue({ ...request, ids, isRetry: true, hasWaited: true, isShared: false });
	}

	private handOn(owners: Map<string, Request>): void {
		for (const [id, request] of owners) {
			request.pending.delete(id);
			request.fresh.add(id);
			this.know(id, request.owner);
			this.unseen.add(id, request);
		}
	}

	private know(id: string, owner: string): void {
		this.recordedBy.set(id, owner);
		if (this.recordedBy.size <= REMEMBERED) return;
		const oldest = this.recordedBy.keys().next();
		if (!oldest.done) this.recordedBy.delete(oldest.value);
	}

	private async ask(entries: string[]): Promise<Set<string> | undefined> {
		const once = [...new Set(entries)];
		return once.length === 0 ? new Set() : await this.call(async (store) => await store.record(once));
	}

	private async forget(entries: string[]): Promise<void> {
		if (entries.length > 0) await this.call(async (store) => await store.forget(entries));
	}

	/** @returns undefined if the store fails again and again */
	private async call<T>(work: (store: Store) => Promise<T>): Promise<T | undefined> {
		const { store } = this;
		if (!store) return undefined;
		for (let left = TRIES; left > 0; left--) {
			try {
				return await this.pace.measure(async () => await work(store));
			} catch {
				if (left > 1) await sleep(BETWEEN_TRIES);
			}
		}
		return undefined;
	}
}
