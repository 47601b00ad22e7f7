import { atMost, type Bench } from './bench';
import { alternating } from './support/cpu';
import { companyRadar, httpRequest, NO_OPERATION } from './support/nodes';
import { UNLIMITED, withSandbox } from './support/separateSandbox';
import { listed, median } from './support/stats';
import { freshItems, REVEALS } from './support/work';

const ITEMS = 1000;
const RUNS = 5;

export const hostOverhead: Bench = {
	name: 'hostOverhead',
	run: async (context) => {
		const host = await context.host();
		return await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
			const credentials = await host.credentialsFor(sandbox, UNLIMITED);
			const run = (node: typeof NO_OPERATION) => async () => {
				const milliseconds = await host.run(node, freshItems(REVEALS, ITEMS));
				await sandbox.clearLog();
				return milliseconds;
			};
			const { nothing, own, http } = await alternating(RUNS, {
				nothing: run(NO_OPERATION),
				own: run(companyRadar(REVEALS, credentials)),
				http: run(httpRequest(REVEALS, credentials, sandbox)),
			});
			const base = median(nothing);
			const ratios = own.map((value, index) => (value - base) / ((http[index] ?? Number.NaN) - base));
			const perItem = (values: number[]) => `${((median(values) - base) / ITEMS).toFixed(2)} ms`;
			return [
				atMost(
					'Overhead: on a real n8n, CPU over that of the HTTP Request node',
					median(ratios),
					1,
					`${ITEMS} reveals, less a No Operation run (${base} ms): ${perItem(own)} an item over ${perItem(http)}; median of ${listed(ratios)}`,
				),
			];
		});
	},
};
