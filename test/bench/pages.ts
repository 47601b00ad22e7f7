import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

import { ROOT } from '../../tools/pack';
import type { Figure } from './bench';

const PAGE = 'docs/contributing/benchmarks.md';

/** Every page that may quote figures. */
const PAGES = [
	'README.md',
	...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** A figure on a page is a link with its name as the title: `[116](bench.json 'Delivery: to the next node, p50, ms')`. */
const QUOTED = /\[[^\]]*\](\(\S*(?:benchmarks\.md|bench\.json) (['"])(.*?)\2\))/g;

const shown = (value: number): string =>
	value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

/** What the figures say together, and which targets they miss. */
function answerOf(figures: Figure[]): string {
	const targets = figures.filter(({ target }) => target !== null);
	const missed = targets.filter(({ pass }) => !pass);
	if (missed.length === 0) return `All ${targets.length} targets are met.`;
	const names = missed.map(({ name, target }) => `${name} (target: ${target})`).join('; ');
	return `${missed.length} of ${targets.length} targets ${missed.length === 1 ? 'is' : 'are'} missed: ${names}.`;
}

/** The text with the values that these figures have. @throws Error where it quotes one that there isn't */
export function withFigures(text: string, figures: Figure[]): string {
	const quoted = text.replace(QUOTED, (_, link: string, _quote: string, name: string) => {
		const figure = figures.find((each) => each.name === name);
		if (!figure) throw new Error(`There is no figure '${name}'`);
		return `[${shown(figure.value)}]${link}`;
	});
	return quoted.replace(/\*\*(?:All \d+|\d+ of \d+) targets [^*]+\*\*/, () => `**${answerOf(figures)}**`);
}

/** Brings the figures on all pages up to date, and says on the page of the benchmarks when and where they were measured. */
export function writePages(figures: Figure[]): void {
	const date = new Date().toISOString().slice(0, 10);
	const measured = `on ${date}: ${cpus().length} cores, Node.js ${process.versions.node}.`;
	for (const page of PAGES) {
		const file = path.join(ROOT, page);
		const text = withFigures(readFileSync(file, 'utf8'), figures);
		writeFileSync(file, page === PAGE ? text.replace(/on \d{4}-\d\d-\d\d: .*$/m, measured) : text);
	}
}
