import { loopback } from '../../../tools/shared/loopback';
import { leastSeconds, type Model } from './leastTime';
import { withSandbox, type SeparateSandbox } from './separateSandbox';
import { range } from './stats';

/** Seconds that an answer takes at real speed. */
export const LATENCY = 2;

const PER_MINUTE = 100;
const PER_SECOND = 10;
const DRAINERS = 32;

/**
 * A sandbox at many times real speed: limits and latency are scaled, as for an enterprise account. At 60 times the write
 * budget of 6,000 must hold 100 when a run starts, as the usual one does; else the run is done before it feels the budget.
 */
export class SpeededUp {
	private readonly model: Model;

	constructor(
		readonly sandbox: SeparateSandbox,
		readonly speed: number,
	) {
		this.model = {
			perMinute: PER_MINUTE * speed,
			perSecond: PER_SECOND * speed,
			latency: LATENCY / speed,
			tokens: PER_MINUTE,
		};
	}

	get credential() {
		return this.sandbox.credential(this.model.perSecond);
	}

	/** In seconds. */
	leastFor(calls: number): number {
		return leastSeconds(calls, this.model);
	}

	/** Uses the write budget up, and gives it the tokens that a run starts with. Clears the log. */
	async prepareBudget(): Promise<void> {
		// No budget refills meanwhile, however slow the machine is.
		await this.sandbox.clock({ stopped: true });
		while ((await Promise.all(range(DRAINERS).map(async () => await this.drain()))).includes('burst')) {
			await this.sandbox.clock({ advance: 1 });
		}
		await this.sandbox.clock({ advance: PER_MINUTE / (this.model.perMinute / 60) });
		await this.sandbox.clearLog();
		await this.sandbox.clock({ stopped: false });
	}

	/** Calls until one is refused; resolves with the limit that was reached. Lookups without an address use tokens, too. */
	private async drain(): Promise<'minute' | 'burst'> {
		const { baseUrl, apiKey } = this.sandbox;
		for (;;) {
			const { status, headers } = await loopback.post(
				`${baseUrl}/v1/company-reveal`,
				{},
				{ headers: { 'x-api-key': apiKey } },
			);
			if (status === 429) return headers['x-ratelimit-remaining'] === '0' ? 'minute' : 'burst';
		}
	}
}

/** Runs with a sandbox at so many times real speed, and ends it. */
export async function withSpeededUp<T>(speed: number, run: (service: SpeededUp) => Promise<T>): Promise<T> {
	const latencyMs = { 'POST /v1/radars': LATENCY * 1000, 'POST /v1/company-reveal': LATENCY * 1000 };
	return await withSandbox(
		{ balanceUsd: 1_000_000, settings: { speed, latencyMs } },
		async (sandbox) => await run(new SpeededUp(sandbox, speed)),
	);
}
