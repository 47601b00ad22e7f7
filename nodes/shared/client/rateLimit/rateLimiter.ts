import { endpointOf, type BudgetName, type Request } from '../../api/endpoints';
import { LIMITS } from '../../api/limits';
import { pushTo } from '../../values/basics/values';
import { AbortGroup, clock, MAX_IN_FLIGHT } from '../../host/clock';
import { apiFailure, type ApiFailure, type FailureKind } from '../errors/apiFailure';
import { Budget, type RateLimitUpdate } from './budget';

/** A queue in which keys take turns, however many entries each has. */
class KeyedQueue<T> {
	/** The entries of each key, in the order of their turns. */
	private readonly lanes = new Map<string, T[]>();

	add(key: string, entry: T): void {
		pushTo(this.lanes, key, entry);
	}

	/** Takes the entry whose turn it is. */
	take(): T | undefined {
		const [first] = this.lanes;
		if (!first) return undefined;
		const [key, lane] = first;
		const entry = lane.shift();
		this.lanes.delete(key);
		if (lane.length > 0) this.lanes.set(key, lane);
		return entry;
	}

	/** Removes and returns the entries that match. */
	remove(matches: (entry: T) => boolean): T[] {
		const removed: T[] = [];
		for (const [key, lane] of this.lanes) {
			const kept = lane.filter((entry) => !matches(entry));
			removed.push(...lane.filter(matches));
			if (kept.length === 0) this.lanes.delete(key);
			else this.lanes.set(key, kept);
		}
		return removed;
	}

	get hasNone(): boolean {
		return this.lanes.size === 0;
	}

	*[Symbol.iterator](): Iterator<T> {
		for (const lane of this.lanes.values()) yield* lane;
	}
}

/** Who asks, and how long it may wait. */
export interface Turn {
	/** The ID of the execution: executions take turns. */
	execution: string;
	/** By `clock.now()`. */
	deadline: number;
	/** Ends the waiting at once. */
	stop: AbortGroup;
}

/** Permission to send one request, to be returned with what the response says about the budget. */
export interface Permit {
	returnPermit(update: RateLimitUpdate): void;
}

interface Waiter {
	deadline: number;
	permit(): void;
	/** @param roomInSeconds until the budget has room */
	refuse(kind: FailureKind, roomInSeconds?: number): void;
}

/** The abort reason of a nap. Without one, Node.js creates an error, whose stack keeps a whole run's data in memory. */
const AWAKE = 'awake';

/** Requests that wait for a permit of one budget. */
class PermitQueue {
	private readonly waiting = new KeyedQueue<Waiter>();

	private inFlight = 0;

	private isServing = false;

	private nap = new AbortController();

	constructor(readonly budget: Budget) {}

	async acquire({ endpoint }: Request, { execution, deadline, stop }: Turn): Promise<Permit | ApiFailure> {
		const refusal = (kind: FailureKind, retryAfterSeconds?: number) =>
			apiFailure(endpoint, kind, 'notDone', { retryAfterSeconds, attempts: 0 });
		if (stop.isAborted) return refusal('cancelled');
		return await new Promise((resolve) => {
			const decide = (decision: Permit | ApiFailure) => {
				stop.remove(cancel);
				resolve(decision);
			};
			const waiter: Waiter = {
				deadline,
				permit: () => decide(this.permit()),
				refuse: (...why) => decide(refusal(...why)),
			};
			const cancel = () => {
				this.waiting.remove((entry) => entry === waiter);
				this.nap.abort(AWAKE);
				waiter.refuse('cancelled');
			};
			stop.add(cancel);
			this.waiting.add(execution, waiter);
			void this.serve();
		});
	}

	/** Gives out permits as soon as the budget allows it, until nobody waits. */
	private async serve(): Promise<void> {
		this.nap.abort(AWAKE);
		if (this.isServing) return;
		this.isServing = true;
		while (!this.waiting.hasNone) {
			const now = clock.now();
			const at = this.budget.nextAt(now);
			const hasRoom = this.inFlight < MAX_IN_FLIGHT;
			if (hasRoom && at <= now) {
				this.waiting.take()?.permit();
				continue;
			}
			const roomInSeconds = at > now ? (at - now) / 1000 : undefined;
			const late = this.waiting.remove(({ deadline }) => deadline < at || deadline <= now);
			for (const { refuse } of late) refuse('waitedTooLong', roomInSeconds);
			const until = hasRoom ? at : Math.min(...[...this.waiting].map(({ deadline }) => deadline));
			this.nap = new AbortController();
			if (!this.waiting.hasNone) await clock.sleep(Math.ceil(until - now), new AbortGroup(this.nap.signal));
		}
		this.isServing = false;
	}

	private permit(): Permit {
		const sent = this.budget.take(clock.now());
		this.inFlight++;
		return {
			returnPermit: (update) => {
				this.inFlight--;
				this.budget.observe(sent, update, clock.now());
				void this.serve();
			},
		};
	}
}

/**
 * Decides when a request may be sent, for all executions of this process that use one key:
 * within the three budgets, one execution after the other.
 */
export class RateLimiter {
	private readonly queues = new Map<BudgetName, PermitQueue>();

	private perSecond: number = LIMITS.perSecond;

	/** Requests per second that the user's plan allows. */
	setPerSecond(perSecond: number): void {
		this.perSecond = perSecond;
		for (const { budget } of this.queues.values()) budget.setPerSecond(perSecond);
	}

	/** Waits until the request may be sent. */
	async acquire(request: Request, turn: Turn): Promise<Permit | ApiFailure> {
		const name = endpointOf(request).budget;
		// Created with the first request, because a new budget starts slowly.
		const queue = this.queues.get(name) ?? new PermitQueue(new Budget(name, this.perSecond, clock.now()));
		this.queues.set(name, queue);
		return await queue.acquire(request, turn);
	}
}
