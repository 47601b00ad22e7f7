import fc from 'fast-check';

/** How many inputs each property is tried on: 300, or as many as FUZZ_RUNS says. */
export const numRuns = Number(process.env.FUZZ_RUNS ?? 300);

/** Half a minute, and five milliseconds more for each input. */
jest.setTimeout(30_000 + 5 * numRuns);

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
