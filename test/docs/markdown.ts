import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

const pagesIn = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `${folder}/${file}`);

/** Pages for people who build workflows: they name fields as the editor shows them. */
export const USER_PAGES = ['README.md', ...pagesIn('docs')];
export const PAGES = [
	...USER_PAGES,
	...pagesIn('docs/contributing'),
	'AGENTS.md',
	'CHANGELOG.md',
	'CODE_OF_CONDUCT.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'SUPPORT.md',
	'examples/README.md',
	'examples/docker/README.md',
	'sandbox/README.md',
];

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

export const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');

/** The anchor that a heading gets on the repository's pages. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');

export const headingsIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading]) => heading ?? '');

export const anchorsIn = (text: string): string[] => headingsIn(text).map(anchorOf);

/** Targets of links and pictures, without those to other hosts and to mail. */
export const localLinksIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/\]\(([^)\s]+)(?: '[^']*')?\)/g)]
		.map(([, target]) => target ?? '')
		.filter((target) => !/^[a-z]+:/.test(target));

/** The pages that a page links. */
const linkedPages = (page: string): string[] =>
	localLinksIn(textOf(page))
		.map((link) => path.join(path.dirname(page), link.split('#')[0] || path.basename(page)))
		.filter((file) => file.endsWith('.md') && existsSync(path.join(ROOT, file)));

const FIRST_PAGES = ['README.md', ...linkedPages('README.md')];

/** README, the pages that it links, and those that they link. */
export const PAGES_IN_TWO_CLICKS: ReadonlySet<string> = new Set([
	...FIRST_PAGES,
	...FIRST_PAGES.flatMap(linkedPages),
]);

/** Scripts that a page names: `npm test`, `npm run name`. */
export const npmScriptsIn = (text: string): string[] => [
	...[...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? ''),
	...(/\bnpm test\b/.test(text) ? ['test'] : []),
];

export const boldIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/\*\*(.+?)\*\*/gs)].map(([, bold]) => (bold ?? '').replace(/\s+/g, ' '));

/** The rows of the table whose header begins with these columns, cells without code marks. */
export function tableIn(text: string, ...columns: string[]): string[][] {
	const rows = text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	const start = rows.findIndex((row) => columns.every((column, index) => row[index] === column));
	if (start < 0) throw new Error(`There is no table with the columns ${columns.join(', ')}`);
	const width = rows[start]?.length;
	const rest = rows.slice(start + 2);
	const end = rest.findIndex((row, index) => /^-+$/.test(rest[index + 1]?.[0] ?? '') || row.length !== width);
	return end < 0 ? rest : rest.slice(0, end);
}
