import { createHash } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cacheFolder';
import { withLock } from './lock';
import type { Task } from './task';

export interface CachedFolder {
	/** What is done to fill it, as the user reads it: "Installing n8n 2.41.1". */
	what: string;
	/** Name of the folder; a short hash of `madeOf` and of the platform is added. */
	name: string;
	/** All that decides its contents. */
	madeOf: unknown;
	/** Called with an empty folder. */
	fill: (folder: string) => Promise<void>;
}

const MARKER = 'complete';

/**
 * Fills a folder of the cache once, and returns it. What was interrupted has no marker and is done again; two processes
 * never fill the same folder at once.
 */
export async function cachedFolder(wanted: CachedFolder, task: Task): Promise<string> {
	const folder = path.join(cacheFolder(), `${wanted.name}-${shortHash(wanted.madeOf)}`);
	if (await isComplete(folder)) return folder;
	await withLock(`${folder}.lock`, () => fill(folder, wanted, task), {
		signal: task.signal,
		onWait: () => task.log(`${wanted.what}: waiting for another process that does the same`),
	});
	return folder;
}

async function fill(folder: string, wanted: CachedFolder, task: Task): Promise<void> {
	if (await isComplete(folder)) return;
	task.log(wanted.what);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await wanted.fill(folder);
	await writeFile(path.join(folder, MARKER), '');
}

const isComplete = (folder: string) =>
	access(path.join(folder, MARKER)).then(
		() => true,
		() => false,
	);

const shortHash = (madeOf: unknown) =>
	createHash('sha256')
		.update(JSON.stringify([madeOf, process.platform, process.arch]))
		.digest('hex')
		.slice(0, 10);
