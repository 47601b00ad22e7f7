import { leastSeconds, type Model } from './leastTime';
import { withSandbox, type SeparateSandbox } from './separateSandbox';
import { range } from './stats';

export const SPEED = 60;

/** Seconds that an answer takes at real speed. */
export const LATENCY = 2;

const PER_MINUTE = 100;
const PER_SECOND = 10;

export const MODEL: Model = {
	perMinute: PER_MINUTE * SPEED,
	perSecond: PER_SECOND * SPEED,
	latency: LATENCY / SPEED,
	tokens: PER_MINUTE,
};

const DRAINERS = 32;

/**
 * A sandbox at 60 times real speed: limits and latency are scaled, as for an enterprise account. The write budget of 6,000
 * must hold 100 when a run starts, as the usual one does; else the run would be done before the budget is felt.
 */
export async function withSpeededUp<T>(run: (sandbox: SeparateSandbox) => Promise<T>): Promise<T> {
	const latencyMs = { 'POST /v1/radars': LATENCY * 1000, 'POST /v1/company-reveal': LATENCY * 1000 };
	return await withSandbox({ balanceUsd: 1_000_000, settings: { speed: SPEED, latencyMs } }, run);
}

export const credentialOf = (sandbox: SeparateSandbox) => sandbox.credential(PER_SECOND * SPEED);

export const leastFor = (count: number): number => leastSeconds(count, MODEL);

/** Uses the write budget up, and gives it the tokens that a run starts with. Clears the log. */
export async function prepareBudget(sandbox: SeparateSandbox): Promise<void> {
	// No budget refills meanwhile, however slow the machine is.
	await sandbox.clock({ stopped: true });
	while ((await Promise.all(range(DRAINERS).map(async () => await drain(sandbox)))).includes('burst')) {
		await sandbox.clock({ advance: 1 });
	}
	await sandbox.clock({ advance: PER_MINUTE / (MODEL.perMinute / 60) });
	await sandbox.clearLog();
	await sandbox.clock({ stopped: false });
}

/** Calls until one is refused; resolves with the limit that was reached. Lookups without an address use tokens, too. */
async function drain({ baseUrl, apiKey }: SeparateSandbox): Promise<'minute' | 'burst'> {
	for (;;) {
		const response = await fetch(`${baseUrl}/v1/company-reveal`, {
			method: 'POST',
			headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
			body: '{}',
		});
		await response.arrayBuffer();
		if (response.status === 429) {
			return response.headers.get('x-ratelimit-remaining') === '0' ? 'minute' : 'burst';
		}
	}
}
