import fc from 'fast-check';

/** How many inputs each property is tried on: 300, or as many as FUZZ_RUNS says. */
export const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** No assertion: a busy machine takes ten times as long. */
jest.setTimeout(600_000 + 50 * numRuns);

/**
 * Tries a property on random inputs, after the examples kept. It holds where the predicate does not return false and does not throw;
 * an input on which it does not hold is shrunk and shown, with the seed that brings it back.
 */
export function always<Input>(
	inputs: fc.Arbitrary<Input>,
	holds: (input: Input) => boolean,
	examples: readonly Input[] = [],
): void {
	const property = fc.property(inputs, holds);
	fc.assert(property, { numRuns, examples: examples.map((input): [Input] => [input]) });
}

/** How often a property that needs the engine and real HTTP is tried: 16 to 1,000 times. */
const engineRuns = Math.max(16, Math.min(1000, numRuns / 100));

/** A run is mostly waiting, so several go on side by side. */
const LANES = 16;

/** Tries a property with the engine and real HTTP; it holds where nothing is wrong. Inputs of one lane follow each other. */
export async function alwaysInEngine<Input>(
	inputs: fc.Arbitrary<Input>,
	whatIsWrong: (input: Input, lane: number) => Promise<unknown[]>,
): Promise<void> {
	let failedLane: number | undefined;
	const seed = Number(process.env.FUZZ_SEED ?? 20261121);
	const lanes = Array.from({ length: LANES }, async (_, lane) => {
		const property = fc.asyncProperty(inputs, async (input) => {
			// One counterexample is enough: the other lanes end.
			if (failedLane !== undefined && failedLane !== lane) return;
			const wrong = await whatIsWrong(input, lane);
			if (wrong.length > 0) failedLane ??= lane;
			expect(wrong).toEqual([]);
		});
		await fc.assert(property, { numRuns: Math.ceil(engineRuns / LANES), seed: seed + lane });
	});
	const failed = (await Promise.allSettled(lanes)).find((ended) => ended.status === 'rejected');
	if (failed) throw failed.reason;
}

/** Milliseconds for `alwaysInEngine`, with inputs that shrink. */
export const ENGINE_TIMEOUT = 600_000 + 4000 * engineRuns;
