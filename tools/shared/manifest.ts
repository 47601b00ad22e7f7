import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The package.json and package-lock.json of a folder, and the pinned version of the dependency it exists for. */
export async function manifestOf(folder: string, dependency: string) {
	const read = (name: string) => readFile(path.join(folder, name), 'utf8');
	const files = {
		'package.json': await read('package.json'),
		'package-lock.json': await read('package-lock.json'),
	};
	const { dependencies } = JSON.parse(files['package.json']) as { dependencies: Record<string, string> };
	const version = dependencies[dependency];
	if (version === undefined) throw new Error(`${folder}/package.json does not name ${dependency}`);
	return { files, version };
}
