import { createHash } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cacheFolder';
import { withLock } from './lock';
import { requireRegistry, runNpm } from './npm';
import type { Task } from './task';

export interface CachedInstallation {
	/** What it is, as the user reads it: "n8n 2.41.1". */
	what: string;
	/** Name of the folder; a short hash of all that decides its contents is added. */
	name: string;
	/** File name → text: package.json and, if there is one, package-lock.json. */
	files: Record<string, string>;
	npmArguments: string[];
	/** The Node binary to install under; this process's own by default. */
	node?: string;
	/** Further work in the folder once npm is done. */
	finish?: (folder: string) => Promise<void>;
}

const MARKER = 'installed';

/**
 * Installs npm packages into a folder of the cache once, and returns the folder. An installation that was interrupted
 * has no marker and is done again; two processes never install the same folder at once.
 * @throws NoNetworkError if it is not there yet and the registry cannot be reached
 */
export async function cachedInstallation(installation: CachedInstallation, task: Task): Promise<string> {
	const folder = path.join(cacheFolder(), `${installation.name}-${shortHash(installation)}`);
	if (await isComplete(folder)) return folder;
	await withLock(`${folder}.lock`, () => install(folder, installation, task), {
		signal: task.signal,
		onWait: () => task.log(`Installing ${installation.what}: waiting for another process that does the same`),
	});
	return folder;
}

async function install(folder: string, installation: CachedInstallation, task: Task): Promise<void> {
	if (await isComplete(folder)) return;
	const what = `Installing ${installation.what}`;
	task.log(what);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const [name, text] of Object.entries(installation.files))
		await writeFile(path.join(folder, name), text);
	const how = { ...task, cwd: folder, what, node: installation.node };
	await requireRegistry(how);
	await runNpm(['install', '--ignore-scripts', ...installation.npmArguments], how);
	await installation.finish?.(folder);
	await writeFile(path.join(folder, MARKER), '');
}

const isComplete = (folder: string) =>
	access(path.join(folder, MARKER)).then(
		() => true,
		() => false,
	);

function shortHash({ files, npmArguments }: CachedInstallation): string {
	const parts = [files, npmArguments, process.platform, process.arch];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 10);
}
