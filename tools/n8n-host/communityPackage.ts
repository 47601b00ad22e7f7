import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from '../shared/npm';
import type { Task } from '../shared/task';

/** Of tarballs that npm has installed next to themselves: it takes seconds, and some callers start many n8n. */
const installs = new Map<string, Promise<void>>();

/** Puts a packed package where n8n keeps the community packages that a user installs. */
export async function installCommunityPackage(
	userFolder: string,
	tarball: string,
	task: Task,
): Promise<void> {
	const folder = path.join(path.dirname(tarball), 'installed');
	const installing = installs.get(tarball) ?? install(folder, tarball, task);
	installs.set(tarball, installing);
	await installing;
	await cp(folder, path.join(userFolder, '.n8n/nodes'), { recursive: true });
}

async function install(folder: string, tarball: string, task: Task): Promise<void> {
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
