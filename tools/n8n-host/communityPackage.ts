import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from '../shared/npm';
import type { Task } from '../shared/task';

/** Puts a packed package where n8n keeps the community packages that a user installs. */
export async function installCommunityPackage(
	userFolder: string,
	tarball: string,
	task: Task,
): Promise<void> {
	const folder = path.join(userFolder, '.n8n/nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true }),
	);
	await runNpm(['install', '--legacy-peer-deps', '--ignore-scripts', path.resolve(tarball)], {
		...task,
		cwd: folder,
		what: 'Installing the community package',
	});
}
