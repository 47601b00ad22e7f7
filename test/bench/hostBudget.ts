import { told, type Bench, type Figure } from './bench';
import { httpRequest } from './support/nodes';
import { credentialOf, LATENCY, leastFor, prepareBudget, SPEED, withSpeededUp } from './support/speededUp';
import type { SeparateSandbox } from './support/separateSandbox';
import { CREATES, freshItems, REVEALS, type Work } from './support/work';

const CALLS = 600;

/** Batches of the HTTP Request node. The intervals are in milliseconds at 60 times real speed. */
const BATCHINGS = [
	{ batch: { batchSize: 10, batchInterval: 100 }, words: 'as the limit allows for any number: 10 each 6 s' },
	{
		batch: { batchSize: 10, batchInterval: 86 },
		words: `for ${CALLS} calls on a full budget: 10 each 5.2 s`,
	},
];

/** From the first request to the last answer, in seconds, as the service saw it. */
async function seen(sandbox: SeparateSandbox) {
	const log = (await sandbox.log()).filter(({ path }) => path !== '/v1/account');
	const times = log.map(({ at }) => Date.parse(at));
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000 + LATENCY / SPEED;
	return { seconds, refused: log.filter(({ status }) => status === 429).length };
}

/** What n8n's own HTTP Request node makes of the work of the budget bench. */
export const hostBudget: Bench = {
	name: 'hostBudget',
	run: async (context) => {
		const host = await context.host();
		return await withSpeededUp(async (sandbox) => {
			const credentials = await host.credentialsFor(sandbox, credentialOf(sandbox).requestsPerSecond);
			const measured = async (work: Work, { batch, words }: (typeof BATCHINGS)[number]): Promise<Figure> => {
				await prepareBudget(sandbox);
				await host.run(httpRequest(work, credentials, sandbox, batch), freshItems(work, CALLS));
				const { seconds, refused } = await seen(sandbox);
				return told(
					`Budget use: HTTP Request node, ${CALLS} ${work.name}, time over the least possible`,
					seconds / leastFor(CALLS),
					`batches set ${words}; ${refused} answers with 429, which it does not send again`,
				);
			};
			const figures: Figure[] = [];
			for (const work of [CREATES, REVEALS]) {
				for (const batching of BATCHINGS) figures.push(await measured(work, batching));
			}
			return figures;
		});
	},
};
