import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder } from './cachedFolder';
import { requireRegistry, runNpm } from './npm';
import type { Task } from './task';

export interface CachedInstallation {
	/** What it is, as the user reads it: "n8n 2.41.1". */
	what: string;
	/** Name of the folder in the cache; a short hash is added. */
	name: string;
	/** File name → text: package.json and, if there is one, package-lock.json. */
	files: Record<string, string>;
	npmArguments: string[];
	/** The Node binary to install under; this process's own by default. */
	node?: string;
	/** Further work in the folder once npm is done. */
	finish?: (folder: string) => Promise<void>;
}

/**
 * Installs npm packages into a folder of the cache once, and returns the folder.
 * @throws NoNetworkError if it is not there yet and the registry cannot be reached
 */
export async function cachedInstallation(installation: CachedInstallation, task: Task): Promise<string> {
	const { name, files, npmArguments, node, finish } = installation;
	const what = `Installing ${installation.what}`;
	const fill = async (folder: string) => {
		for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
		const how = { ...task, cwd: folder, what, node };
		await requireRegistry(how);
		const command = 'package-lock.json' in files ? 'ci' : 'install';
		await runNpm([command, '--ignore-scripts', ...npmArguments], how);
		await finish?.(folder);
	};
	return await cachedFolder({ what, name, madeOf: [files, npmArguments], fill }, task);
}
