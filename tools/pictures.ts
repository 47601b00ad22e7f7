import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { n8n } from '../package.json';
import { ROOT } from './pack';
import { shownTexts } from './shownTexts';

/**
 * Retakes the pictures that the pages show, in the real editor, and keeps the texts that each shows next to it.
 * Usage: npm run pictures [-- --keep]. With `--keep` it only copies what earlier runs of the proof have left.
 */

const ARTIFACTS = path.join(ROOT, 'test/e2e/artifacts');
const PICTURES = path.join(ROOT, 'docs/pictures');

type Listed = INodeType | ICredentialType;

/** What package.json lists, from its sources. */
async function listed(file: string): Promise<object> {
	const source = path.join(ROOT, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	const classes = (await import(source)) as Record<string, new () => Listed>;
	const Class = classes[path.basename(file).split('.')[0] ?? ''];
	if (!Class) throw new Error(`${source} does not export its class`);
	const made = new Class();
	return 'description' in made ? made.description : made;
}

/** The pictures below docs/pictures that pages show. */
function linkedPictures(): Set<string> {
	const pages = [
		'README.md',
		'examples/README.md',
		...readdirSync(path.join(ROOT, 'docs')).map((file) => `docs/${file}`),
	];
	const texts = pages
		.filter((page) => page.endsWith('.md'))
		.map((page) => readFileSync(path.join(ROOT, page), 'utf8'));
	return new Set(
		texts.flatMap((text) =>
			[...text.matchAll(/pictures\/([\w/-]+\.(?:png|gif))/g)].map(([, name = '']) => name),
		),
	);
}

/** Takes over what the proof has left: the picture, and of its texts those of this package. */
function keep(picture: string, described: object[]): void {
	const taken = ['', 'editor', 'examples']
		.map((folder) => path.join(ARTIFACTS, folder, picture))
		.find(existsSync);
	if (!taken) {
		console.log(`Not retaken: ${picture}`);
		return;
	}
	const texts = shownTexts(picture, described);
	const beside = (file: string) => file.replace(/\.\w+$/, '.json');
	copyFileSync(taken, path.join(PICTURES, picture));
	const shown = JSON.parse(readFileSync(beside(taken), 'utf8')) as string[];
	const local = shown.find((text) => /\b(127\.0\.0\.1|localhost)\b/.test(text));
	if (local) throw new Error(`${picture} shows an address of this computer: ${local}`);
	const ours = shown.filter((text) => texts.has(text)).sort();
	writeFileSync(path.join(PICTURES, beside(picture)), `${JSON.stringify(ours, null, '\t')}\n`);
}

async function main(): Promise<void> {
	if (!process.argv.includes('--keep')) {
		const proof = ['--import', 'tsx', 'test/e2e/main.ts', 'editor', 'examples', 'quickStart'];
		const env = { ...process.env, PICTURES: '1' };
		execFileSync(process.execPath, proof, { cwd: ROOT, env, stdio: 'inherit' });
	}
	const described = await Promise.all([...n8n.nodes, ...n8n.credentials].map(listed));
	for (const picture of linkedPictures()) keep(picture, described);
}

void main();
