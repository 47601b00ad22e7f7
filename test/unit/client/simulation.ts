import { Budget, type RateLimitUpdate } from '../../../nodes/shared/client/rateLimit/budget';
import { MAX_IN_FLIGHT } from '../../../nodes/shared/host/clock';

export interface Scenario {
	/** How many requests each process sends that uses the key. */
	requests: number[];
	/** Milliseconds after which each process starts. */
	startAt?: number[];
	perMinute: number;
	perSecond: number;
	/** Requests per second in the credential; the service's by default. */
	configuredPerSecond?: number;
	/** Milliseconds until a request arrives, and until it is answered after that. */
	onTheWay: () => number;
	latency: () => number;
	/** Whether a 429 takes as long as an answer. */
	slowRefusals?: boolean;
	/** Without rate-limit headers, a 429 says nothing but that. */
	withoutHeaders?: boolean;
}

export interface Outcome {
	/** Until the last answer. */
	seconds: number;
	/** Answers with status 429. */
	refused: number;
	sent: number;
	maxInFlight: number;
	/** What each process got done while all of them were sending, as a share of all that was done then. */
	shares: number[];
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

	get secondsUntilFull(): number {
		return Math.ceil((this.capacity - this.tokens) / this.rate);
	}

	private get rate(): number {
		return this.capacity / this.seconds;
	}
}

/** What the client waits after a 429 that doesn't say how long. */
const PAUSE_SECONDS = 10;

class Service {
	private readonly minute: ServiceBucket;

	private readonly second: ServiceBucket;

	constructor(private readonly scenario: Scenario) {
		this.minute = new ServiceBucket(scenario.perMinute, 60);
		this.second = new ServiceBucket(scenario.perSecond, 1);
	}

	answer(now: number): RateLimitUpdate {
		const refusal = this.refusal(now);
		if (!refusal) {
			this.minute.take();
			this.second.take();
		}
		if (this.scenario.withoutHeaders) return refusal ? { ...refusal, pauseSeconds: PAUSE_SECONDS } : {};
		const remaining = this.minute.available(now);
		return { limit: this.scenario.perMinute, remaining, reset: this.minute.secondsUntilFull, ...refusal };
	}

	private refusal(now: number): RateLimitUpdate | undefined {
		if (this.minute.available(now) < 1) return { pauseSeconds: this.minute.secondsUntilOne };
		return this.second.available(now) < 1 ? { pauseSeconds: 1, burst: true } : undefined;
	}
}

/** Things to do at a time, in the order of their times. */
class Timeline {
	private readonly events: Array<{ at: number; run: (now: number) => void }> = [];

	at(at: number, run: (now: number) => void): void {
		let [from, to] = [0, this.events.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((this.events[middle]?.at ?? 0) > at) from = middle + 1;
			else to = middle;
		}
		this.events.splice(from, 0, { at, run });
	}

	run(): void {
		for (let event = this.events.pop(); event; event = this.events.pop()) event.run(event.at);
	}
}

/** A process that sends as soon as its budget lets it, as the rate limiter does. */
class Process {
	done = 0;

	private readonly budget: Budget;

	private inFlight = 0;

	private planned = Number.POSITIVE_INFINITY;

	constructor(
		private left: number,
		startAt: number,
		private readonly scenario: Scenario,
		private readonly service: Service,
		private readonly timeline: Timeline,
		private readonly outcome: Outcome,
		private readonly end: () => void,
	) {
		const { perSecond, configuredPerSecond = perSecond } = scenario;
		this.budget = new Budget('write', configuredPerSecond, startAt);
	}

	go(now: number): void {
		if (now >= this.planned) this.planned = Number.POSITIVE_INFINITY;
		while (this.left > 0 && this.inFlight < MAX_IN_FLIGHT) {
			const next = Math.ceil(this.budget.nextAt(now));
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
		const { onTheWay, latency, slowRefusals } = this.scenario;
		this.outcome.sent++;
		this.outcome.maxInFlight = Math.max(this.outcome.maxInFlight, ++this.inFlight);
		const ticket = this.budget.take(now);
		this.timeline.at(now + onTheWay(), (arrived) => {
			const update = this.service.answer(arrived);
			const isRefused = update.pauseSeconds !== undefined;
			this.timeline.at(arrived + (isRefused && !slowRefusals ? onTheWay() : latency()), (then) => {
				this.inFlight--;
				this.budget.observe(ticket, update, then);
				this.outcome.seconds = then / 1000;
				if (isRefused) {
					this.outcome.refused++;
					this.left++;
				} else {
					this.done++;
				}
				if (this.left === 0 && this.inFlight === 0) this.end();
				this.go(then);
			});
		});
	}
}

/** Runs processes against the service in simulated time. */
export function simulate(scenario: Scenario): Outcome {
	const timeline = new Timeline();
	const service = new Service(scenario);
	const { startAt = [] } = scenario;
	const outcome: Outcome = { seconds: 0, refused: 0, sent: 0, maxInFlight: 0, shares: [] };
	let doneBefore: number[] | undefined;
	const end = () => {
		if (outcome.shares.length > 0) return;
		const done = processes.map((process, index) => process.done - (doneBefore?.[index] ?? 0));
		const all = done.reduce((sum, one) => sum + one, 0);
		outcome.shares = done.map((one) => one / all);
	};
	const processes = scenario.requests.map(
		(count, index) => new Process(count, startAt[index] ?? 0, scenario, service, timeline, outcome, end),
	);
	const lastStart = Math.max(0, ...startAt);
	timeline.at(lastStart, () => (doneBefore = processes.map(({ done }) => done)));
	processes.forEach((process, index) => timeline.at(startAt[index] ?? 0, (now) => process.go(now)));
	timeline.run();
	return outcome;
}

/** The same numbers in every run. */
export const randomFrom = (seed: number) => {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
};

export const between = (random: () => number, from: number, to: number) => () =>
	from + random() * (to - from);

/** The usual limits, but for the changes. */
export const scenario = (changes: Partial<Scenario> = {}): Scenario => ({
	requests: [600],
	perMinute: 100,
	perSecond: 10,
	onTheWay: between(randomFrom(7), 5, 15),
	latency: () => 30,
	...changes,
});

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** All seeds together; latencies differ by a fifth. */
export const simulateAll = (latencyMs: number, changes: Partial<Scenario>) => {
	const outcomes = SEEDS.map((seed) => {
		const random = randomFrom(seed * 7919);
		const latency = between(random, 0.8 * latencyMs, 1.2 * latencyMs);
		return simulate(scenario({ onTheWay: between(random, 5, 15), latency, ...changes }));
	});
	const sum = (pick: 'refused' | 'sent' | 'seconds') =>
		outcomes.reduce((total, outcome) => total + outcome[pick], 0);
	const shares = outcomes.flatMap((outcome) => outcome.shares);
	return {
		refusedShare: sum('refused') / sum('sent'),
		seconds: sum('seconds') / SEEDS.length,
		minShare: Math.min(...shares),
		maxShare: Math.max(...shares),
	};
};
