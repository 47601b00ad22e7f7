import { told, type Bench } from './bench';
import { httpRequest } from './support/nodes';
import { LATENCY, withSpeededUp } from './support/speededUp';
import type { SeparateSandbox } from './support/separateSandbox';
import { freshItems, REVEALS } from './support/work';

const CALLS = 600;

/** At 60 times it would be the processor that the HTTP Request node waits for. */
const SPEED = 10;

const BATCH_SIZE = 10;

/** Seconds between batches at real speed. */
const BATCHINGS = [
	{ seconds: 6, words: 'as the limit allows for any number of items' },
	{ seconds: 5.1, words: `for ${CALLS} items on a full budget` },
];

/** From the first request to the last answer, as the service saw it. */
async function seen(sandbox: SeparateSandbox) {
	const log = await sandbox.log();
	const times = log.map(({ at }) => Date.parse(at));
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000 + LATENCY / SPEED;
	return { seconds, refused: log.filter(({ status }) => status === 429).length };
}

/** What n8n's own HTTP Request node makes of the work of the budget bench. */
export const hostBudget: Bench = {
	name: 'hostBudget',
	run: async (context) => {
		const host = await context.host();
		return await withSpeededUp(SPEED, async (service) => {
			const { sandbox } = service;
			const credentials = await host.credentialsFor(sandbox, service.credential.requestsPerSecond);
			const figures = [];
			for (const { seconds: between, words } of BATCHINGS) {
				const batch = { batchSize: BATCH_SIZE, batchInterval: Math.round((between * 1000) / SPEED) };
				await service.prepareBudget();
				await host.run(httpRequest(REVEALS, credentials, sandbox, batch), freshItems(REVEALS, CALLS));
				const { seconds, refused } = await seen(sandbox);
				figures.push(
					told(
						`Budget use: HTTP Request node, ${BATCH_SIZE} items each ${between} s, time over the least possible`,
						seconds / service.leastFor(CALLS),
						`${CALLS} reveals at ${SPEED} times real speed, batched ${words}; ${refused} answers with 429, which are not sent again`,
					),
				);
			}
			return figures;
		});
	},
};
