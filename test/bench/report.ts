import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { ROOT } from '../../tools/pack';
import type { Figure } from './bench';
import { shown } from './pages';

const JSON_FILE = path.join(ROOT, 'bench.json');

const metBy = ({ target, pass }: Figure): string => (target === null ? '' : pass ? 'yes' : '**no**');

const row = (cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The figures as a table, for the terminal. */
export async function markdown(figures: Figure[]): Promise<string> {
	const lines = [
		row(['What', 'Value', 'At most', 'Met', 'Detail']),
		row(['---', '--:', '--:', '---', '---']),
		...figures.map((figure) =>
			row([
				figure.name,
				shown(figure.value),
				figure.target === null ? '' : shown(figure.target),
				metBy(figure),
				figure.detail,
			]),
		),
	];
	return await format(lines.join('\n'), { ...(await resolveConfig(JSON_FILE)), parser: 'markdown' });
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
