import { LIMITS } from '../../api/limits';
import { AbortGroup, clock } from '../clock';
import { Budget, type RateLimitUpdate } from './budget';
import { endpointOf, type BudgetName, type Request } from '../endpoints';

/** A queue in which keys take turns, however many entries each has. */
export class KeyedQueue<T> {
	/** The entries of each key, in the order of their turns. */
	private readonly lanes = new Map<string, T[]>();

	add(key: string, entry: T): void {
		const lane = this.lanes.get(key);
		if (lane) lane.push(entry);
		else this.lanes.set(key, [entry]);
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

	/** Takes out the entries that match. */
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

	get isEmpty(): boolean {
		return this.lanes.size === 0;
	}

	*[Symbol.iterator](): Iterator<T> {
		for (const lane of this.lanes.values()) yield* lane;
	}
}

/** The budgets themselves keep as many requests in flight as rate × latency asks for. */
export const MAX_IN_FLIGHT = 512;

/** Who asks, and how long it may wait. */
export interface Turn {
	/** Executions take turns. */
	execution: string;
	/** By `clock.now()`. */
	deadline: number;
	/** Ends the waiting at once. */
	stop: AbortGroup;
}

/** Permission to send one request, to be released with what its response says of the budget. */
interface Permit {
	release(update: RateLimitUpdate): void;
}

/** Why no permit was given. */
export interface Refusal {
	refused: 'waitedTooLong' | 'cancelled';
	/** When there will be room. */
	roomInSeconds?: number;
}

interface Waiting {
	deadline: number;
	decide(decision: Permit | Refusal): void;
}

interface BudgetQueue {
	budget: Budget;
	waiting: KeyedQueue<Waiting>;
	/** The earliest deadline in the queue, or an earlier one that has left it. */
	deadline: number;
	/** When the queue is looked at again; a timer runs until then. */
	wakeAt: number;
	timer?: AbortController;
}

/**
 * Decides when a request may be sent, for all executions of this process that use one key:
 * within the three budgets, one execution after the other.
 */
export class RateLimiter {
	private inFlight = 0;

	private readonly queues = new Map<BudgetName, BudgetQueue>();

	private perSecond: number = LIMITS.perSecond;

	/** Requests per second that the user's plan allows. */
	allow(perSecond: number): void {
		this.perSecond = perSecond;
		for (const { budget } of this.queues.values()) budget.setPerSecond(perSecond);
	}

	/** Waits until the request may be sent. */
	async enter(request: Request, { execution, deadline, stop }: Turn): Promise<Permit | Refusal> {
		const queue = this.queueOf(endpointOf(request).budget);
		if (stop.isAborted) return { refused: 'cancelled' };
		if (queue.waiting.isEmpty && this.nextAt(queue, clock.now()) <= clock.now()) return this.permitOf(queue);
		return await new Promise((resolve) => {
			const cancel = () => {
				stop.remove(cancel);
				queue.waiting.remove((entry) => entry === waiting);
				this.serve(queue);
				resolve({ refused: 'cancelled' });
			};
			const waiting: Waiting = {
				deadline,
				decide: (decision) => {
					stop.remove(cancel);
					resolve(decision);
				},
			};
			stop.add(cancel);
			queue.waiting.add(execution, waiting);
			queue.deadline = Math.min(queue.deadline, deadline);
			this.serve(queue);
		});
	}

	/** A budget starts with its first request. */
	private queueOf(name: BudgetName): BudgetQueue {
		const queue: BudgetQueue = this.queues.get(name) ?? {
			budget: new Budget(name, this.perSecond, clock.now()),
			waiting: new KeyedQueue(),
			deadline: Number.POSITIVE_INFINITY,
			wakeAt: Number.POSITIVE_INFINITY,
		};
		this.queues.set(name, queue);
		return queue;
	}

	private nextAt({ budget }: BudgetQueue, now: number): number {
		return this.inFlight < MAX_IN_FLIGHT ? budget.nextAt(now) : Number.POSITIVE_INFINITY;
	}

	private permitOf({ budget }: BudgetQueue): Permit {
		const ticket = budget.take(clock.now());
		this.inFlight++;
		return {
			release: (update) => {
				this.inFlight--;
				budget.observe(ticket, update, clock.now());
				this.serveAll();
			},
		};
	}

	private serveAll(): void {
		const [first] = this.queues;
		if (!first) return;
		// No budget always comes first when a request comes back.
		this.queues.delete(first[0]);
		this.queues.set(...first);
		for (const queue of this.queues.values()) this.serve(queue);
	}

	/** Lets go all that may go now, turns away those whose time is up, and sets the timer for the next. */
	private serve(queue: BudgetQueue): void {
		while (!queue.waiting.isEmpty) {
			const now = clock.now();
			const at = this.nextAt(queue, now);
			if (at > now) {
				if (queue.deadline < at) this.turnAway(queue, now, at);
				break;
			}
			queue.waiting.take()?.decide(this.permitOf(queue));
		}
		this.setTimer(queue);
	}

	private turnAway(queue: BudgetQueue, now: number, at: number): void {
		const certain = queue.budget.nextAt(now) === at;
		const roomInSeconds = at < Number.POSITIVE_INFINITY ? (at - now) / 1000 : undefined;
		for (const entry of queue.waiting.remove(
			({ deadline }) => deadline <= now || (certain && deadline < at),
		)) {
			entry.decide({ refused: 'waitedTooLong', roomInSeconds });
		}
		queue.deadline = Number.POSITIVE_INFINITY;
		for (const { deadline } of queue.waiting) queue.deadline = Math.min(queue.deadline, deadline);
	}

	private setTimer(queue: BudgetQueue): void {
		const now = clock.now();
		const at = queue.waiting.isEmpty
			? Number.POSITIVE_INFINITY
			: Math.min(this.nextAt(queue, now), queue.deadline);
		if (at < Number.POSITIVE_INFINITY && at >= queue.wakeAt) return;
		queue.timer?.abort();
		queue.timer = undefined;
		queue.wakeAt = at;
		if (at === Number.POSITIVE_INFINITY) return;
		const timer = new AbortController();
		queue.timer = timer;
		void clock.sleep(Math.ceil(at - now), new AbortGroup(timer.signal)).then(() => {
			if (queue.timer !== timer) return;
			queue.wakeAt = Number.POSITIVE_INFINITY;
			this.serve(queue);
		});
	}
}
