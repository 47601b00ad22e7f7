import { Budget } from '../../../nodes/shared/transport/pacing/budget';
import { InFlight } from '../../../nodes/shared/transport/pacing/inFlight';

export interface Scenario {
	/** How many requests each process sends that uses the key. */
	requests: number[];
	perMinute: number;
	perSecond: number;
	/** Milliseconds until a request arrives, and until it is answered after that. */
	onTheWay: () => number;
	latency: () => number;
}

export interface Outcome {
	/** Until the last answer. */
	seconds: number;
	/** Answers with status 429. */
	refused: number;
	sent: number;
}

/** The service's bucket, written down a second time: full at the start, refilled continuously, whole tokens. */
class ServiceBucket {
	private tokens: number;

	private seen = 0;

	constructor(
		private readonly capacity: number,
		private readonly seconds: number,
	) {
		this.tokens = capacity;
	}

	available(now: number): number {
		this.tokens = Math.min(this.capacity, this.tokens + ((now - this.seen) / 1000) * this.rate);
		this.seen = now;
		return Math.floor(this.tokens + 1e-9);
	}

	take(): void {
		this.tokens -= 1;
	}

	get secondsUntilOne(): number {
		return Math.max(1, Math.ceil((1 - this.tokens) / this.rate));
	}

	private get rate(): number {
		return this.capacity / this.seconds;
	}
}

class Service {
	private readonly minute: ServiceBucket;

	private readonly second: ServiceBucket;

	constructor({ perMinute, perSecond }: Scenario) {
		this.minute = new ServiceBucket(perMinute, 60);
		this.second = new ServiceBucket(perSecond, 1);
	}

	answer(now: number): { pause?: { seconds: number; burst: boolean }; remaining: number } {
		if (this.minute.available(now) < 1) {
			return { pause: { seconds: this.minute.secondsUntilOne, burst: false }, remaining: 0 };
		}
		if (this.second.available(now) < 1) {
			return { pause: { seconds: 1, burst: true }, remaining: this.minute.available(now) };
		}
		this.minute.take();
		this.second.take();
		return { remaining: this.minute.available(now) };
	}
}

/** Things to do at a time, in the order of their times. */
class Timeline {
	private readonly events: Array<{ at: number; run: (now: number) => void }> = [];

	at(at: number, run: (now: number) => void): void {
		this.events.push({ at, run });
	}

	run(): void {
		for (;;) {
			this.events.sort((a, b) => b.at - a.at);
			const event = this.events.pop();
			if (!event) return;
			event.run(event.at);
		}
	}
}

/** A process that sends as soon as its budget lets it, as the pacer does. */
class Process {
	private readonly budget: Budget;

	private readonly inFlight: InFlight;

	private planned = Number.POSITIVE_INFINITY;

	constructor(
		private left: number,
		private readonly scenario: Scenario,
		private readonly service: Service,
		private readonly timeline: Timeline,
		private readonly outcome: Outcome,
	) {
		this.budget = new Budget('write', scenario.perSecond, 0);
		this.inFlight = new InFlight(scenario.perSecond);
	}

	go(now: number): void {
		if (now >= this.planned) this.planned = Number.POSITIVE_INFINITY;
		while (this.left > 0) {
			const next = Math.ceil(Math.max(this.budget.nextAt(now), this.inFlight.nextAt(now)));
			if (next > now) {
				if (next < this.planned) {
					this.planned = next;
					this.timeline.at(next, (then) => this.go(then));
				}
				return;
			}
			this.left--;
			this.send(now);
		}
	}

	private send(now: number): void {
		const { onTheWay, latency, perMinute } = this.scenario;
		this.outcome.sent++;
		const ticket = this.budget.take(now);
		const request = this.inFlight.enter(now);
		this.timeline.at(now + onTheWay(), (arrived) => {
			const { pause, remaining } = this.service.answer(arrived);
			this.timeline.at(arrived + (pause ? onTheWay() : latency()), (then) => {
				this.inFlight.leave(request, then);
				this.budget.learn(ticket, { limit: perMinute, remaining }, then);
				if (pause) {
					this.outcome.refused++;
					this.left++;
					this.budget.pause(pause.seconds * 1000, pause.burst, then);
				}
				this.outcome.seconds = then / 1000;
				this.go(then);
			});
		});
	}
}

/** Runs processes against the service in simulated time. */
export function simulate(scenario: Scenario): Outcome {
	const timeline = new Timeline();
	const service = new Service(scenario);
	const outcome: Outcome = { seconds: 0, refused: 0, sent: 0 };
	for (const count of scenario.requests) {
		const process = new Process(count, scenario, service, timeline, outcome);
		timeline.at(0, (now) => process.go(now));
	}
	timeline.run();
	return outcome;
}
