/** Milliseconds of processor time that this process needs for it. */
export async function cpuMs(run: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** Runs each of them so often, by turns, so that a busy machine disturbs all alike. */
export async function alternating<Name extends string>(
	rounds: number,
	runs: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	const names = Object.keys(runs) as Name[];
	const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
	for (let round = 0; round < rounds; round++) {
		for (const name of names) values[name].push(await runs[name]());
	}
	return values;
}
