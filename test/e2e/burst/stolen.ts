import { readFileSync } from 'node:fs';

/** Of Linux, in ticks since the start of the machine; `steal` is what other machines on the same processor took. */
function ticks(): { all: number; stolen: number } {
	const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
	const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
	return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}

/** Begins to measure; the function that it gives tells which part of the processor's time was stolen since, from 0 to 1. */
export function stolenSince(): () => number {
	const before = ticks();
	return () => {
		const now = ticks();
		return (now.stolen - before.stolen) / (now.all - before.all);
	};
}
