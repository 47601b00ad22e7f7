import { clock } from './clock';

/** What was heard longer ago is asked for again: this computer may have slept, or the service may have set its clock. */
const MAX_AGE_MS = 300_000;

/** What time it is for the service, by the `timestamp` of its responses. The computer's own clock is not asked. */
export class ServerTime {
	private reference: { timestamp: string; at: number } | undefined;

	/** Takes note of a response that has just come. */
	learn(timestamp: unknown): void {
		if (typeof timestamp === 'string') this.reference = { timestamp, at: clock.now() };
	}

	/** Milliseconds since the epoch when `clock.now()` was `moment`; undefined where the service told no time lately. */
	at(moment: number): number | undefined {
		if (!this.reference || clock.now() - this.reference.at > MAX_AGE_MS) return undefined;
		const time = Date.parse(this.reference.timestamp) - (this.reference.at - moment);
		return Number.isFinite(time) ? time : undefined;
	}
}
