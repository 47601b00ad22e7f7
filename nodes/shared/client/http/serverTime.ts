import { clock } from '../../concurrency/clock';

/** Older times are asked for again: this computer may have slept, or the service may have set its clock. */
const MAX_AGE_MS = 300_000;

/** How far the service's clock was ahead of `clock.now()`, by the responses of some minutes. */
interface Span {
	since: number;
	lowest: number;
	highest: number;
}

/** The service's clock, by the `timestamp` of its responses. Any of them may be wrong. */
export class ServerTime {
	private spans: Span[] = [];

	private last: { offset: number; at: number } | undefined;

	/** Takes note of a response that has just come. */
	observe(timestamp: unknown): void {
		const at = clock.now();
		const offset = Date.parse(String(timestamp)) - at;
		if (!Number.isFinite(offset)) return;
		this.last = { offset, at };
		const span = this.spans.at(-1);
		if (span && at - span.since <= MAX_AGE_MS) {
			span.lowest = Math.min(span.lowest, offset);
			span.highest = Math.max(span.highest, offset);
		} else {
			const recent = this.spans.filter(({ since }) => at - since <= 2 * MAX_AGE_MS);
			this.spans = [...recent, { since: at, lowest: offset, highest: offset }];
		}
	}

	/** Milliseconds since the epoch, by the last response. */
	get now(): number | undefined {
		return this.last && this.last.offset + clock.now();
	}

	/** When `clock.now()` was `moment`, by the responses of the last minutes; undefined if the service gave no time lately. */
	at(moment: number): { earliest: number; latest: number } | undefined {
		if (!this.last || clock.now() - this.last.at > MAX_AGE_MS) return undefined;
		return {
			earliest: moment + Math.min(...this.spans.map(({ lowest }) => lowest)),
			latest: moment + Math.max(...this.spans.map(({ highest }) => highest)),
		};
	}
}
