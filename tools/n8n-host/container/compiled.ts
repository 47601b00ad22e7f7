import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../pack';

/** What the commands consist of. */
const FOLDERS = ['credentials', 'examples', 'nodes', 'sandbox', 'tools'];
const NOT_NEEDED = /(^|\/)(artifacts|node_modules)(\/|$)|package-lock\.json$/;

/** The commands as JavaScript, with the files that they read: a container has no TypeScript tools of its own platform. */
export async function compileCommands(folder: string): Promise<void> {
	const files = (await Promise.all(FOLDERS.map(filesIn))).flat();
	const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.d.ts');
	await build({
		entryPoints: files.filter(isSource).map((file) => path.join(ROOT, file)),
		outdir: folder,
		outbase: ROOT,
		format: 'cjs',
		platform: 'node',
		target: 'node22',
		logLevel: 'warning',
	});
	for (const file of [...files.filter((name) => !isSource(name)), 'package.json']) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await copyFile(path.join(ROOT, file), path.join(folder, file));
	}
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
		.filter((file) => !NOT_NEEDED.test(file.split(path.sep).join('/')));
}
