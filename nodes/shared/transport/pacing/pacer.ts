import { Alarm } from '../alarm';
import { Budget, type RateLimit, type Ticket } from './budget';
import { callOf, type BudgetName, type Request } from '../calls';
import { clock } from '../clock';
import { FairQueue } from './fairQueue';
import { InFlight } from './inFlight';

const NAMES: readonly BudgetName[] = ['read', 'write', 'bulk'];

/** Who asks, and how long it may wait. */
export interface Turn {
	/** Executions take turns. */
	execution: string;
	/** By `clock.now()`. */
	deadline: number;
	/** Ends the waiting at once. */
	stop: Alarm;
}

/** What an answer told of the budget it was taken from. */
export interface Told extends RateLimit {
	/** Set by a 429: nothing of this budget is sent for so many seconds. */
	pauseSeconds?: number;
	/** Whether it was the limit per second that was passed. */
	burst?: boolean;
}

/** Leave to send one request. It must be given back when the answer is there. */
export interface Pass {
	leave(told: Told): void;
}

/** Why no leave was given. */
export interface Refusal {
	refused: 'waitedTooLong' | 'cancelled';
	/** When there will be room. */
	roomInSeconds?: number;
}

interface Waiting {
	deadline: number;
	decide(decision: Pass | Refusal): void;
}

interface Gate {
	budget: Budget;
	queue: FairQueue<Waiting>;
	/** The earliest deadline in the queue, or an earlier one that has left it. */
	deadline: number;
	/** When the queue is looked at again; a timer runs until then. */
	wakeAt: number;
	timer?: AbortController;
}

/**
 * Decides when a request may be sent, for all executions of this process that use one key:
 * within the three budgets, with as many in flight as are of use, one execution after the other.
 */
export class Pacer {
	private readonly inFlight: InFlight;

	private readonly gates: Record<BudgetName, Gate>;

	/** So that no budget always comes first when a request comes back. */
	private rotation = 0;

	constructor(perSecond: number) {
		const gate = (name: BudgetName): Gate => ({
			budget: new Budget(name, perSecond, clock.now()),
			queue: new FairQueue(),
			deadline: Number.POSITIVE_INFINITY,
			wakeAt: Number.POSITIVE_INFINITY,
		});
		this.inFlight = new InFlight(perSecond);
		this.gates = { read: gate('read'), write: gate('write'), bulk: gate('bulk') };
	}

	/** Requests per second that the user's plan allows. */
	allow(perSecond: number): void {
		this.inFlight.allow(perSecond);
		for (const name of NAMES) this.gates[name].budget.allow(perSecond, clock.now());
	}

	/** Waits until the request may be sent. */
	async enter(request: Request, { execution, deadline, stop }: Turn): Promise<Pass | Refusal> {
		const gate = this.gates[callOf(request).budget];
		if (stop.isRaised) return { refused: 'cancelled' };
		if (gate.queue.isEmpty && this.nextAt(gate, clock.now()) <= clock.now()) return this.passOf(gate);
		return await new Promise((resolve) => {
			const cancel = () => {
				stop.remove(cancel);
				gate.queue.remove((entry) => entry === waiting);
				this.serve(gate);
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
			gate.queue.add(execution, waiting);
			gate.deadline = Math.min(gate.deadline, deadline);
			this.serve(gate);
		});
	}

	private nextAt({ budget }: Gate, now: number): number {
		return Math.max(budget.nextAt(now), this.inFlight.nextAt(now));
	}

	private passOf({ budget }: Gate): Pass {
		const now = clock.now();
		const ticket: Ticket = budget.take(now);
		const request = this.inFlight.enter(now);
		return {
			leave: (told) => {
				const then = clock.now();
				this.inFlight.leave(request, then);
				budget.learn(ticket, told, then);
				if (told.pauseSeconds !== undefined) {
					budget.pause(told.pauseSeconds * 1000, told.burst === true, then);
				}
				this.serveAll();
			},
		};
	}

	private serveAll(): void {
		this.rotation++;
		for (let index = 0; index < NAMES.length; index++) {
			const name = NAMES[(index + this.rotation) % NAMES.length];
			if (name) this.serve(this.gates[name]);
		}
	}

	/** Lets go all that may go now, turns away those whose time is up, and sets the timer for the next. */
	private serve(gate: Gate): void {
		while (!gate.queue.isEmpty) {
			const now = clock.now();
			const at = this.nextAt(gate, now);
			if (at > now) {
				if (gate.deadline < at) this.turnAway(gate, now, at);
				break;
			}
			gate.queue.take()?.decide(this.passOf(gate));
		}
		this.setTimer(gate);
	}

	private turnAway(gate: Gate, now: number, at: number): void {
		const certain = gate.budget.nextAt(now) === at;
		const roomInSeconds = at < Number.POSITIVE_INFINITY ? (at - now) / 1000 : undefined;
		for (const entry of gate.queue.remove(({ deadline }) => deadline <= now || (certain && deadline < at))) {
			entry.decide({ refused: 'waitedTooLong', roomInSeconds });
		}
		gate.deadline = Number.POSITIVE_INFINITY;
		for (const { deadline } of gate.queue) gate.deadline = Math.min(gate.deadline, deadline);
	}

	private setTimer(gate: Gate): void {
		const now = clock.now();
		const at = gate.queue.isEmpty
			? Number.POSITIVE_INFINITY
			: Math.min(this.nextAt(gate, now), gate.deadline);
		if (at < Number.POSITIVE_INFINITY && at >= gate.wakeAt) return;
		gate.timer?.abort();
		gate.timer = undefined;
		gate.wakeAt = at;
		if (at === Number.POSITIVE_INFINITY) return;
		gate.timer = new AbortController();
		void this.wake(gate, Math.ceil(at - now), gate.timer.signal);
	}

	private async wake(gate: Gate, milliseconds: number, signal: AbortSignal): Promise<void> {
		await clock.sleep(milliseconds, new Alarm(signal));
		if (signal.aborted) return;
		gate.wakeAt = Number.POSITIVE_INFINITY;
		this.serve(gate);
	}
}
