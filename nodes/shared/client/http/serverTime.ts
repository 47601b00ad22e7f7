import { clock } from '../../concurrency/clock';

/** Older times don't count: this computer may have slept since, or the service may have changed its clock. */
const MAX_AGE_MS = 300_000;

/** The range in milliseconds by which the service's clock was ahead of `clock.now()`, from the responses of some minutes. */
interface Span {
	since: number;
	lowest: number;
	highest: number;
}

/** The service's clock, estimated from the `timestamp` of its responses, any of which may be wrong. */
export class ServerTime {
	private spans: Span[] = [];

	private last: { offset: number; at: number } | undefined;

	/** Records the timestamp of a response that just arrived. */
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

	/** The service's time when `clock.now()` was `moment`, as a range over the last minutes; undefined without a recent response. */
	at(moment: number): { earliest: number; latest: number } | undefined {
		if (!this.last || clock.now() - this.last.at > MAX_AGE_MS) return undefined;
		return {
			earliest: moment + Math.min(...this.spans.map(({ lowest }) => lowest)),
			latest: moment + Math.max(...this.spans.map(({ highest }) => highest)),
		};
	}
}
