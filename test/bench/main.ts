import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { measure, type BenchContext, type Figure } from './bench';
import { BENCHES } from './benches';
import { writePages } from './pages';
import { markdown, withOlder, writeJson } from './report';
import { BuiltPackage } from './support/builtPackage';

/**
 * Usage: npm run bench [-- <bench>...] [--strict] [--write]
 * Writes bench.json, where a run of some benches replaces their figures only. A bench that misses a target runs twice more, and medians count. With --strict it fails where a target is missed; with --write it also corrects the figures on the pages.
 */

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
			context.log(`${figure.pass ? 'ok  ' : 'MISS'} ${figure.name}: ${figure.value} (${figure.detail})`);
		}
		context.log(`== ${bench.name}: ${seconds(start)} s`);
	}
	return figures;
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
		writeJson(all);
		log(`\n${await markdown(figures)}`);
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
