import path from 'node:path';
import { createInterface } from 'node:readline';
import { runNpm } from './shared/npm';
import { ProcessGroup } from './shared/processGroup';
import { runNode } from './shared/runNode';
import type { Task } from './shared/task';

export const ROOT = path.resolve(__dirname, '..');
const GULP = path.join(ROOT, 'node_modules/gulp/bin/gulp.js');

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
	await runNode(process.execPath, [GULP, 'build'], { ...task, cwd: ROOT, what: 'Building the package' });
}

/** Builds at every change of the sources, and puts the result where the package is installed, if anywhere but here. */
export function watchPackage(installed: string | undefined, { log }: Task): { stop(): Promise<void> } {
	const env = { ...process.env, INSTALLED_PACKAGE: installed ?? '' };
	const group = new ProcessGroup(process.execPath, [GULP, 'watch'], { cwd: ROOT, env });
	for (const stream of [group.child.stdout, group.child.stderr])
		createInterface({ input: stream }).on('line', log);
	return group;
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
