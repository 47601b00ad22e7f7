import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '../../tools/pack';
import { measure, type Bench, type BenchContext, type Figure } from './bench';
import { delivery } from './delivery';
import { eventLoop } from './eventLoop';
import { load } from './load';
import { memory } from './memory';
import { writePages } from './pages';
import { BuiltPackage } from './support/builtPackage';

/**
 * Usage: npm run bench [-- <bench>...] [--strict] [--write]
 * Writes bench.json, where a run of some benches replaces their figures only. A bench that misses a target runs twice more, and medians count. With --strict it fails where a target is missed; with --write it also corrects the figures on the pages.
 */

/** In the order in which they run. */
const BENCHES: readonly Bench[] = [delivery, memory, eventLoop, load];

const JSON_FILE = path.join(ROOT, 'bench.json');

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

function chosenBenches(names: string[]) {
	const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
	if (unknown.length > 0)
		throw new Error(
			`No bench ${unknown.join(', ')}. There are: ${BENCHES.map(({ name }) => name).join(', ')}`,
		);
	return names.length === 0 ? BENCHES : BENCHES.filter(({ name }) => names.includes(name));
}

async function figuresOf(names: string[], context: BenchContext): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const bench of chosenBenches(names)) {
		const start = Date.now();
		context.log(`== ${bench.name}`);
		for (const figure of await measure(bench, context)) {
			figures.push(figure);
			const { name, value, target, pass, detail } = figure;
			const most = target === null ? '' : `, at most ${target}`;
			context.log(`${pass ? 'ok  ' : 'MISS'} ${name}: ${value}${most} (${detail})`);
		}
		context.log(`== ${bench.name}: ${seconds(start)} s`);
	}
	return figures;
}

const subjectOf = ({ name }: Figure): string => name.split(':', 1)[0] ?? '';

/** The figures of a run, with the last ones of the benches that it left out. */
function withOlder(figures: Figure[]): Figure[] {
	const measured = new Set(figures.map(subjectOf));
	const older = JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Figure[];
	return [...older.filter((figure) => !measured.has(subjectOf(figure))), ...figures];
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { strict: { type: 'boolean' }, write: { type: 'boolean' } },
		allowPositionals: true,
	});
	const start = Date.now();
	const log = (line: string) => console.log(line);
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-bench-'));
	try {
		const built = await BuiltPackage.build(folder, { log });
		const figures = await figuresOf(positionals, { log, built });
		const all = positionals.length === 0 ? figures : withOlder(figures);
		writeFileSync(JSON_FILE, `${JSON.stringify(all, null, '\t')}\n`);
		if (values.write) writePages(all);
		const missed = figures.filter(({ pass }) => !pass).length;
		log(`${figures.length} figures, ${missed} targets missed, in ${seconds(start)} s`);
		if (values.strict && missed > 0) process.exitCode = 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
