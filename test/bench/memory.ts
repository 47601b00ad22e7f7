import { setTimeout as wait } from 'node:timers/promises';

import { atMost, type Bench, type BenchContext, type Figure } from './bench';
import { execute } from './support/engine';
import { heapBytes, jsonBytes } from './support/heap';
import { UNLIMITED, withSandbox, type SeparateSandbox } from './support/separateSandbox';
import { BULK_CREATES, definitions } from './support/work';

const ITEMS = 10_000;
const LOOK_EVERY_MS = 25;

/** A definition is kept until its radar is ready, because the row of a radar in progress shows it. */
const OVER_JSON = 2.75;

/** The bytes of heap in use, again and again while the work is under way, and after it. */
async function heapsDuring<T>(work: () => Promise<T>): Promise<{ heaps: number[]; result: T }> {
	const heaps = [heapBytes()];
	let isRunning = true;
	const looking = (async () => {
		while (isRunning) {
			await wait(LOOK_EVERY_MS);
			heaps.push(heapBytes());
		}
	})();
	try {
		return { heaps, result: await work() };
	} finally {
		isRunning = false;
		await looking;
	}
}

/** How far the heap grows above what it was, over the size of the output. */
async function ofBulk(sandbox: SeparateSandbox, { built }: BenchContext): Promise<Figure> {
	const optionsFor = () => ({
		nodeType: built.freshNode(),
		parameters: BULK_CREATES,
		items: definitions(ITEMS),
		credential: sandbox.credential(UNLIMITED),
	});
	// Code that is loaded, and the room that a table grows to, take memory once.
	await execute(optionsFor());
	const options = optionsFor();
	const { heaps, result } = await heapsDuring(async () => await execute(options));
	const outputBytes = jsonBytes(result);
	// The least is the start, unless what ran before left something that was freed only then.
	const growth = Math.max(...heaps) - Math.min(...heaps);
	return atMost(
		'Memory: peak heap of a bulk request, over the JSON of its output',
		growth / outputBytes,
		OVER_JSON,
		`${ITEMS} items; after collections every ${LOOK_EVERY_MS} ms, less the least; output items of ${Math.round(outputBytes / ITEMS)} bytes`,
	);
}

export const memory: Bench = {
	name: 'memory',
	run: async (context) =>
		await withSandbox({ balanceUsd: 1_000_000, settings: { unlimited: true } }, async (sandbox) => [
			await ofBulk(sandbox, context),
		]),
};
