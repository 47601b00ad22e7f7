import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { ROOT } from '../../tools/pack';
import type { Figure } from './bench';

const JSON_FILE = path.join(ROOT, 'bench.json');
const PAGE = path.join(ROOT, 'docs/benchmarks.md');

const shown = (value: number | null): string =>
	value?.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 }) ?? '';

const metBy = ({ target, pass }: Figure): string => (target === null ? '' : pass ? 'yes' : '**no**');

const row = (cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The figures as a markdown table, with the machine and the date above it. */
export async function markdown(figures: Figure[]): Promise<string> {
	const date = new Date().toISOString().slice(0, 10);
	const lines = [
		`Measured by \`npm run bench\` on ${date}: ${cpus().length} cores, Node.js ${process.versions.node}.`,
		'',
		row(['What', 'Value', 'At most', 'Met', 'Detail']),
		row(['---', '--:', '--:', '---', '---']),
		...figures.map((figure) =>
			row([figure.name, shown(figure.value), shown(figure.target), metBy(figure), figure.detail]),
		),
	];
	return await format(lines.join('\n'), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

const subjectOf = ({ name }: Figure): string => name.split(':', 1)[0] ?? '';

/** The figures of a run, with the last ones of the benches that it left out. */
export function withOlder(figures: Figure[]): Figure[] {
	const measured = new Set(figures.map(subjectOf));
	const older = JSON.parse(readFileSync(JSON_FILE, 'utf8')) as Figure[];
	return [...older.filter((figure) => !measured.has(subjectOf(figure))), ...figures];
}

export function writeJson(figures: Figure[]): void {
	writeFileSync(JSON_FILE, `${JSON.stringify(figures, null, '\t')}\n`);
}

/** What the figures say together. */
function answerOf(figures: Figure[]): string {
	const targets = figures.filter(({ target }) => target !== null);
	const missed = targets.filter(({ pass }) => !pass).length;
	return missed === 0
		? `All ${targets.length} targets are met.`
		: `${missed} of ${targets.length} targets are missed.`;
}

export function writePage(figures: Figure[], table: string): void {
	const lead = `**${answerOf(figures)}** They say how fast the nodes are, and how much of the service’s limits they use. Figures without a target are for comparison.`;
	writeFileSync(PAGE, `# Benchmarks\n\n${lead}\n\n${table}`);
}
