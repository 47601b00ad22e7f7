import path from 'node:path';
import { runNpm } from './shared/npm';
import { runNode } from './shared/runNode';
import type { Task } from './shared/task';

export const ROOT = path.resolve(__dirname, '..');

export interface PackedPackage {
	name: string;
	tarball: string;
	/** Paths inside the package, e.g. "dist/nodes/CompanyRadar/CompanyRadar.node.js". */
	files: string[];
}

/** What npm prints about a tarball. */
interface Packed {
	name: string;
	filename: string;
	files: Array<{ path: string }>;
}

/** Compiles the package into dist/. */
export async function buildPackage(task: Task): Promise<void> {
	const gulp = path.join(ROOT, 'node_modules/gulp/bin/gulp.js');
	await runNode(process.execPath, [gulp, 'quick'], { ...task, cwd: ROOT, what: 'Building the package' });
}

/** Packs dist/ and what belongs to it into `folder`, exactly as it would be published. */
export async function packPackage(folder: string, task: Task): Promise<PackedPackage> {
	const args = ['pack', '--json', '--pack-destination', folder];
	const printed = await runNpm(args, { ...task, cwd: ROOT, what: 'Packing the package' });
	const [packed] = Object.values(JSON.parse(printed)) as [Packed];
	return {
		name: packed.name,
		tarball: path.join(folder, packed.filename),
		files: packed.files.map((file) => file.path),
	};
}
