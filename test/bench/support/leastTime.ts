/** A budget by the model: full at the start unless told otherwise, refilled continuously. */
export interface Model {
	perMinute: number;
	perSecond: number;
	/** Seconds an answer takes. */
	latency: number;
	/** Tokens of the minute at the start. */
	tokens?: number;
	/** How many requests may be in flight. */
	inFlight?: number;
}

/** A bucket from which tokens are taken at growing times. */
class Bucket {
	private seen = 0;

	constructor(
		private readonly capacity: number,
		private readonly rate: number,
		private level = capacity,
	) {}

	/** When there is a token, not before `time`. */
	next(time: number): number {
		return time + Math.max(0, 1 - this.at(time)) / this.rate;
	}

	take(time: number): void {
		this.level = this.at(time) - 1;
		this.seen = time;
	}

	private at(time: number): number {
		return Math.min(this.capacity, this.level + (time - this.seen) * this.rate);
	}
}

/** The least seconds in which so many calls can be answered: each is sent as soon as the model lets it. */
export function leastSeconds(count: number, model: Model): number {
	const { perMinute, perSecond, latency, inFlight = Number.POSITIVE_INFINITY } = model;
	const minute = new Bucket(perMinute, perMinute / 60, model.tokens);
	const second = new Bucket(perSecond, perSecond);
	const sent: number[] = [];
	for (let index = 0; index < count; index++) {
		const previous = sent.at(-1) ?? 0;
		const roomAt = (sent[index - inFlight] ?? -latency) + latency;
		const time = minute.next(second.next(Math.max(previous, roomAt)));
		minute.take(time);
		second.take(time);
		sent.push(time);
	}
	return (sent.at(-1) ?? 0) + latency;
}
