import { clock } from './clock';

/** What time it is for the service, by the `timestamp` of its answers. The computer's own clock is not asked. */
export class ServerTime {
	private heard: { timestamp: string; at: number } | undefined;

	/** Takes note of an answer that has just come. */
	learn(timestamp: unknown): void {
		if (typeof timestamp === 'string') this.heard = { timestamp, at: clock.now() };
	}

	/** Milliseconds since the epoch when `clock.now()` was `moment`; undefined while the service told no time. */
	at(moment: number): number | undefined {
		if (!this.heard) return undefined;
		const time = Date.parse(this.heard.timestamp) - (this.heard.at - moment);
		return Number.isFinite(time) ? time : undefined;
	}
}
