import { setTimeout as wait } from 'node:timers/promises';

import { Octokit } from '@octokit/core';
import { throttling } from '@octokit/plugin-throttling';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';

import { loopback } from '../../../tools/shared/loopback';
import type { SeparateSandbox } from './separateSandbox';

const BATCH = 10;
const BATCH_MS = 6000;
const FULL_BUDGET = 100;
const BETWEEN_REQUESTS_MS = 100;

/** Looks up addresses as a program would that uses a well-known library. */
export type Client = (ips: string[], sandbox: SeparateSandbox) => Promise<unknown>;

const reveal = async (ip: string, { baseUrl, apiKey }: SeparateSandbox) =>
	await loopback.post(`${baseUrl}/v1/company-reveal`, { ip }, { headers: { 'x-api-key': apiKey } });

/** Sends again what was refused. */
async function revealAgain(ip: string, sandbox: SeparateSandbox): Promise<unknown> {
	for (;;) {
		const response = await reveal(ip, sandbox);
		if (response.status !== 429) return response;
		await wait(Number(response.headers['retry-after']) * 1000);
	}
}

const withBottleneck =
	(options: Bottleneck.ConstructorOptions): Client =>
	async (ips, sandbox) => {
		const limiter = new Bottleneck(options);
		await Promise.all(
			ips.map(async (ip) => await limiter.schedule(async () => await revealAgain(ip, sandbox))),
		);
		await limiter.disconnect();
	};

const withQueue: Client = async (ips, sandbox) => {
	const queue = new PQueue({ interval: BATCH_MS, intervalCap: BATCH });
	await queue.addAll(ips.map((ip) => async () => await revealAgain(ip, sandbox)));
};

const withOctokit: Client = async (ips, { baseUrl, apiKey }) => {
	const retry = () => true;
	const octokit = new (Octokit.plugin(throttling))({
		baseUrl,
		throttle: { onRateLimit: retry, onSecondaryRateLimit: retry },
	});
	await Promise.all(
		ips.map(
			async (ip) =>
				await octokit.request('POST /v1/company-reveal', { ip, headers: { 'x-api-key': apiKey } }),
		),
	);
};

const oneByOne: Client = async (ips, sandbox) => {
	for (const ip of ips) await revealAgain(ip, sandbox);
};

/** By name, with the share of the calls that is made; the time of the others is computed from it. */
export const OTHER_CLIENTS: ReadonlyArray<{ name: string; share: number; client: Client }> = [
	{ name: 'one by one', share: 0.1, client: oneByOne },
	{
		name: 'bottleneck, 10 every 6 s',
		share: 1,
		client: withBottleneck({
			reservoir: BATCH,
			reservoirRefreshAmount: BATCH,
			reservoirRefreshInterval: BATCH_MS,
		}),
	},
	{
		name: 'bottleneck, increasing reservoir',
		share: 1,
		client: withBottleneck({
			reservoir: FULL_BUDGET,
			reservoirIncreaseAmount: BATCH,
			reservoirIncreaseInterval: BATCH_MS,
			reservoirIncreaseMaximum: FULL_BUDGET,
			minTime: BETWEEN_REQUESTS_MS,
		}),
	},
	{ name: 'p-queue, 10 every 6 s', share: 1, client: withQueue },
	{ name: "Octokit's throttling plugin", share: 0.15, client: withOctokit },
];
