import type { IDataObject, INodeType } from 'n8n-workflow';

import { processedItems } from '../engine/harness/processedItems';
import { atMost, told, type Bench, type Figure } from './bench';
import { execute } from './support/engine';
import { range, secondsOf } from './support/stats';

const EVENTS = 1000;

/** Milliseconds between reading and writing a row, as n8n's database takes them. */
const ROW_LATENCY = 5;

const PARAMETERS: IDataObject = { delivery: 'webhook', radars: 'elsewhere' };

const events = range(EVENTS).map((index) => ({
	update: { update_id: `event-${index}`, update_type: 'radar_finding', data: {}, content: {} },
	pushed: true,
}));

let executions = 0;

/** Each event in an execution of its own, all at the same time; resolves with how many were handed on. */
async function deliver(nodeType: INodeType): Promise<number> {
	const outputs = await Promise.all(
		events.map(
			async (event) =>
				await execute({
					nodeType,
					parameters: PARAMETERS,
					items: [event],
					credential: {},
					executionId: `${++executions}`,
					mode: 'webhook',
				}),
		),
	);
	return outputs.flat().length;
}

export const dedupe: Bench = {
	name: 'dedupe',
	run: async ({ built }) => {
		const store = await processedItems();
		store.clear();
		store.latency = () => ROW_LATENCY;
		const nodeType = built.fresh('CompanyRadarTrigger');
		const round = async (name: string, expected: number, type: INodeType): Promise<Figure[]> => {
			store.writes = 0;
			let handedOn = 0;
			const seconds = await secondsOf(async () => (handedOn = await deliver(type)));
			return [
				atMost(
					`Dedupe: ${name}, lost or repeated`,
					Math.abs(handedOn - expected),
					0,
					`${handedOn} handed on`,
				),
				told(
					`Dedupe: ${name}, seconds`,
					seconds,
					`${EVENTS} executions at once; a row is written in ${ROW_LATENCY} ms`,
				),
				told(`Dedupe: ${name}, row writes`, store.writes, `for ${EVENTS} executions`),
			];
		};
		return [
			...(await round('burst of 1,000 events', EVENTS, nodeType)),
			...(await round('redelivery of all', 0, nodeType)),
			...(await round('redelivery after a restart', 0, built.fresh('CompanyRadarTrigger'))),
		];
	},
};
