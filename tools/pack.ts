import path from 'node:path';
import { runNpm } from './shared/npm';
import { run } from './shared/run';
import type { Task } from './shared/task';

export const ROOT = path.resolve(__dirname, '..');

export interface PackedPackage {
	tarball: string;
	/** Paths inside the package, e.g. "dist/nodes/CompanyRadar/CompanyRadar.node.js". */
	files: string[];
}

/** Type-checks and compiles the package into dist/. */
export async function buildPackage(task: Task): Promise<void> {
	const gulp = path.join(ROOT, 'node_modules/gulp/bin/gulp.js');
	await run(process.execPath, [gulp, 'build'], { ...task, cwd: ROOT, what: 'Building the package' });
}

/** Packs dist/ and what belongs to it into `folder`, exactly as it would be published. */
export async function packPackage(folder: string, task: Task): Promise<PackedPackage> {
	const args = ['pack', '--json', '--pack-destination', folder];
	const printed = await runNpm(args, { ...task, cwd: ROOT, what: 'Packing the package' });
	const [packed] = Object.values(JSON.parse(printed)) as [
		{ filename: string; files: Array<{ path: string }> },
	];
	return { tarball: path.join(folder, packed.filename), files: packed.files.map((file) => file.path) };
}
