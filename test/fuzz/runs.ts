/** How many inputs each property is tried on: a thousand, or as many as FUZZ_RUNS says. */
export const numRuns = Number(process.env.FUZZ_RUNS ?? 1000);

/** Half a minute, or half a millisecond more for each input. */
export const timeout = 30_000 + 5 * numRuns;
