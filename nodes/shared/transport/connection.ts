import type { Account } from './account';
import { Alarm } from './alarm';
import type { Result } from './answers/answer';
import type { Body } from './answers/json';
import type { Request } from './calls';
import { clock } from './clock';
import { afterAttempts, fault, type Fault } from './errors/fault';
import { ServiceError } from './errors/serviceError';
import type { Refusal, Turn } from './pacing/rateLimiter';
import { retryAfter, type RetryRules } from './retry';
import { send, type ServiceContext, type Target } from './send';

/** What the calls of one node run have in common. */
export interface ConnectionOptions extends RetryRules {
	/** One call may take so long with all its waits and tries. */
	longestWaitSeconds: number;
	/** Executions take turns. */
	execution: string;
	/** The run's stop button. */
	stop?: AbortSignal;
	/** Once it is raised, no call is sent for the first time; what was sent is seen to its end. */
	hold?: AbortSignal;
}

/** A call that has ended, and when it was sent the last time, by `clock.now()`. */
export interface Ended {
	result: Result<Body>;
	sentAt: number;
}

const refusal = ({ call }: Request, { refused, roomInSeconds }: Refusal): Fault =>
	fault(call, refused, 'notDone', { retryAfterSeconds: roomInSeconds, attempts: 0 });

/** Sends calls when the budgets allow it, and again as long as the API promises that this does no harm. */
export class Connection {
	private readonly stop: Alarm;

	private readonly stopBeforeSending: Alarm;

	constructor(
		private readonly context: ServiceContext,
		private readonly target: Target,
		readonly account: Account,
		readonly options: ConnectionOptions,
	) {
		this.stop = new Alarm(options.stop);
		this.stopBeforeSending = new Alarm(options.stop, options.hold);
	}

	/** The same connection for what must follow a call that was sent. */
	withoutHold(): Connection {
		return new Connection(this.context, this.target, this.account, { ...this.options, hold: undefined });
	}

	/** The body of the answer. @throws ServiceError */
	async ask(request: Request): Promise<Body> {
		const { result } = await this.perform(request);
		if (!result.ok) throw new ServiceError(result.fault);
		return result.body;
	}

	/** Sends the call until it succeeds or there is no sense in trying again. Never throws. */
	async perform(request: Request, deadline = this.deadlineFromNow()): Promise<Ended> {
		const { execution } = this.options;
		const started = clock.now();
		const turn: Turn = { execution, deadline, stop: this.stopBeforeSending };
		const triesByStatus = new Map<number | undefined, number>();
		let attempts = 0;
		let last: Fault | undefined;
		for (;;) {
			const permit = await this.account.rateLimiter.enter(request, turn);
			if ('refused' in permit)
				return { result: { ok: false, fault: last ?? refusal(request, permit) }, sentAt: started };
			const sentAt = clock.now();
			const { result, told } = await send(this.context, this.target, request, this.stop);
			permit.release(told);
			turn.stop = this.stop;
			if (result.ok) {
				this.account.serverTime.learn(result.body.timestamp);
				return { result, sentAt };
			}

			attempts++;
			const latest = { ...result.fault, attempts, triedForSeconds: (clock.now() - started) / 1000 };
			last = afterAttempts(last, latest);
			const tries = (triesByStatus.get(latest.status) ?? 0) + 1;
			triesByStatus.set(latest.status, tries);
			const seconds = retryAfter(latest, tries, this.options, clock.random());
			const mayRepeat = latest.outcome !== 'unknown' || request.mayRepeat?.() !== false;
			const again = seconds !== undefined && mayRepeat && (await this.wait(seconds, deadline));
			if (!again) return { result: { ok: false, fault: last }, sentAt };
		}
	}

	/** When a call that starts now must have ended, by `clock.now()`. */
	deadlineFromNow(): number {
		return clock.now() + this.options.longestWaitSeconds * 1000;
	}

	/** Waits; false at once where the deadline is too near, and where the run is stopped. */
	async wait(seconds: number, deadline = Number.POSITIVE_INFINITY): Promise<boolean> {
		const milliseconds = seconds * 1000;
		if (this.isStopped || clock.now() + milliseconds > deadline) return false;
		if (milliseconds > 0) await clock.sleep(milliseconds, this.stop);
		return !this.isStopped;
	}

	/** Whether the run was stopped. */
	get isStopped(): boolean {
		return this.stop.isRaised;
	}
}
