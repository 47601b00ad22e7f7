import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { atMost, type Bench, type BenchContext, type Figure } from './bench';
import { execute, executeContext, executeIn, type ContextOptions } from './support/engine';
import { heapBytes, jsonBytes } from './support/heap';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { whileRunning } from './support/whileRunning';
import { BULK_CREATES, definitions, freshAddresses, REVEALS } from './support/work';

const WARM_UP_ITEMS = 4000;
/** Twice as many each time, as the capacity of a table grows. */
const FEW = 4000;
const SOME = 8000;
const MANY = 16_000;
const LINEAR_WITHIN = 1.2;
/** Columns without a value take memory in the response, but no JSON in the output. */
const OVER_JSON = 2.5;
/** What else a reading catches only makes it larger: the least one counts. */
const READINGS = 2;

/** Until connections are closed, and what belongs to them can be collected. */
const SETTLED_MS = 500;

const BULK_ITEMS = 10_000;
const LOOK_EVERY_MS = 25;
/** A definition is kept until its radar is ready, because the row of a radar in progress shows it. */
const BULK_OVER_JSON = 2.75;

/** The context, which calls back at the last response, when nothing else is in flight. */
function atLastOf(context: IExecuteFunctions, responses: number, callBack: () => void): IExecuteFunctions {
	let received = 0;
	const { httpRequestWithAuthentication } = context.helpers;
	const request: typeof httpRequestWithAuthentication = async function (...args) {
		const response: unknown = await httpRequestWithAuthentication.call(this, ...args);
		if (++received < responses) return response;
		await wait(SETTLED_MS);
		callBack();
		return response;
	};
	const helpers = { ...context.helpers, httpRequestWithAuthentication: request };
	return Object.create(context, { helpers: { value: helpers } }) as IExecuteFunctions;
}

/** Bytes of heap that a run holds when its last response is there, and the size of its output. */
async function read(count: number, sandbox: SeparateSandbox, { built }: BenchContext) {
	const nodeType = built.fresh('CompanyRadar');
	const context = executeContext({
		nodeType,
		parameters: REVEALS,
		items: freshAddresses(count),
		credential: sandbox.credential(UNLIMITED),
	});
	await wait(SETTLED_MS);
	const start = heapBytes();
	let heap = start;
	const watched = atLastOf(context, count, () => {
		heap = heapBytes();
	});
	const output = await executeIn(watched, nodeType);
	return { heap: heap - start, json: jsonBytes(output) };
}

/** The least of some readings. */
async function heldBy(count: number, sandbox: SeparateSandbox, context: BenchContext) {
	let least = await read(count, sandbox, context);
	for (let reading = 1; reading < READINGS; reading++) {
		const next = await read(count, sandbox, context);
		if (next.heap < least.heap) least = next;
	}
	return least;
}

async function ofReveals(sandbox: SeparateSandbox, context: BenchContext): Promise<Figure[]> {
	// Loading code takes memory once.
	await heldBy(WARM_UP_ITEMS, sandbox, context);
	const few = await heldBy(FEW, sandbox, context);
	const some = await heldBy(SOME, sandbox, context);
	const many = await heldBy(MANY, sandbox, context);
	const first = (some.heap - few.heap) / (SOME - FEW);
	const second = (many.heap - some.heap) / (MANY - SOME);
	const bytesPerItem = many.json / MANY;
	return [
		atMost(
			'Memory: heap per reveal, over that of half as many reveals',
			second / first,
			LINEAR_WITHIN,
			`${Math.round(first)} bytes for each reveal from ${FEW} to ${SOME}, ${Math.round(second)} from ${SOME} to ${MANY}`,
		),
		atMost(
			'Memory: heap per reveal, over its JSON',
			second / bytesPerItem,
			OVER_JSON,
			`${Math.round(second)} bytes over ${Math.round(bytesPerItem)}, at the last response of a run`,
		),
	];
}

/** How far the heap grows above what it was, over the size of the output. */
async function ofBulk(sandbox: SeparateSandbox, { built }: BenchContext): Promise<Figure> {
	const optionsFor = (items: IDataObject[]): ContextOptions => ({
		nodeType: built.fresh('CompanyRadar'),
		parameters: BULK_CREATES,
		items,
		credential: sandbox.credential(UNLIMITED),
	});
	// Code that is loaded, and the room that a table grows to, take memory once.
	await execute(optionsFor(definitions(BULK_ITEMS)));
	const options = optionsFor(definitions(BULK_ITEMS));
	const heaps = [heapBytes()];
	const output = await whileRunning(execute(options), LOOK_EVERY_MS, () => heaps.push(heapBytes()));
	heaps.push(heapBytes());
	const outputBytes = jsonBytes(output);
	// The least is the start, unless what ran before left something that was freed only then.
	const growth = Math.max(...heaps) - Math.min(...heaps);
	return atMost(
		'Memory: peak heap of a bulk request, over the JSON of its output',
		growth / outputBytes,
		BULK_OVER_JSON,
		`${BULK_ITEMS} items; after collections every ${LOOK_EVERY_MS} ms, less the least; output items of ${Math.round(outputBytes / BULK_ITEMS)} bytes`,
	);
}

export const memory: Bench = {
	name: 'memory',
	run: async (context) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => [
			...(await ofReveals(sandbox, context)),
			await ofBulk(sandbox, context),
		]),
};
