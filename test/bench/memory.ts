import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { atMost, type Bench } from './bench';
import { executeContext, executeIn } from './support/engine';
import { heapBytes, jsonBytes } from './support/heap';
import { UNLIMITED, withSandbox } from './support/separateSandbox';
import { slope } from './support/stats';
import { freshItems, REVEALS } from './support/work';

const ITEMS = 20_000;
const LOOK_EVERY = 1000;
const LINEAR_WITHIN = 1.2;

type Point = [answers: number, bytes: number];

/** The context, which looks at the heap after so many answers. */
function watched(context: IExecuteFunctions, points: Point[]): IExecuteFunctions {
	let answers = 0;
	const { httpRequestWithAuthentication } = context.helpers;
	const request: typeof httpRequestWithAuthentication = async function (...args) {
		const answer: unknown = await httpRequestWithAuthentication.call(this, ...args);
		if (++answers % LOOK_EVERY === 0) points.push([answers, heapBytes()]);
		return answer;
	};
	const helpers = { ...context.helpers, httpRequestWithAuthentication: request };
	return Object.create(context, { helpers: { value: helpers } }) as IExecuteFunctions;
}

export const memory: Bench = {
	name: 'memory',
	run: async ({ built }) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => {
			const nodeType = built.fresh('CompanyRadar');
			const context = executeContext({
				nodeType,
				parameters: REVEALS.parameters,
				items: freshItems(REVEALS, ITEMS),
				credential: sandbox.credential(UNLIMITED),
			});
			const points: Point[] = [];
			const output: INodeExecutionData[] = await executeIn(watched(context, points), nodeType);
			const middle = points.length / 2;
			const [first, second] = [slope(points.slice(0, middle)), slope(points.slice(middle))];
			const bytesPerItem = jsonBytes(output) / ITEMS;
			return [
				atMost(
					'Memory: growth of the second half over that of the first',
					second / first,
					LINEAR_WITHIN,
					`${ITEMS} reveals; ${Math.round(first)} bytes of heap a reveal, then ${Math.round(second)}`,
				),
				atMost(
					'Memory: growth over the JSON of the output',
					slope(points) / bytesPerItem,
					2,
					`${Math.round(slope(points))} bytes a reveal over ${Math.round(bytesPerItem)}`,
				),
			];
		}),
};
