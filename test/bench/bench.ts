import type { Task } from '../../tools/shared/task';
import type { BuiltPackage } from './support/builtPackage';

/** One line of the report. Its unit is in its name. */
export interface Figure {
	name: string;
	value: number;
	/** The most that the value may be; null where it is only reported. */
	target: number | null;
	pass: boolean;
	/** What was measured, and against what. */
	detail: string;
}

/** What every bench works with. */
export interface BenchContext extends Task {
	built: BuiltPackage;
}

/** A part of the benchmarks. It starts what it needs, and ends it, also when it fails. */
export interface Bench {
	name: string;
	run(context: BenchContext): Promise<Figure[]>;
}

const DIGITS = 4;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** Met where the value is not above the target. */
export const atMost = (name: string, value: number, target: number, detail: string): Figure => ({
	name,
	value: rounded(value),
	target,
	pass: value <= target,
	detail,
});

/** A figure without a target. */
export const told = (name: string, value: number, detail: string): Figure => ({
	name,
	value: rounded(value),
	target: null,
	pass: true,
	detail,
});

/** The figure of several runs whose value is their median, with all values in its detail. */
function medianOf(runs: Figure[]): Figure {
	const sorted = [...runs].sort((a, b) => a.value - b.value);
	const middle = sorted[Math.floor(sorted.length / 2)] ?? sorted[0];
	if (!middle) throw new Error('No run has this figure');
	return { ...middle, detail: `${middle.detail}; median of ${runs.map(({ value }) => value).join(', ')}` };
}

/** A miss may be the machine's: then the bench runs twice more, and the median of the three runs counts. */
export async function measure(bench: Bench, context: BenchContext): Promise<Figure[]> {
	const first = await bench.run(context);
	const missed = first.filter(({ pass }) => !pass);
	if (missed.length === 0) return first;
	context.log(`   ${missed.map(({ name }) => name).join(', ')} missed: measured twice more`);
	const again = [await bench.run(context), await bench.run(context)];
	return first.map((figure) =>
		medianOf([figure, ...again.flatMap((run) => run.filter(({ name }) => name === figure.name))]),
	);
}
