import { cpSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { buildPackage, packPackage, ROOT } from '../../../tools/pack';
import type { Task } from '../../../tools/shared/task';

const load = createRequire(__filename);

/** The package as users get it. A copy, for `dist` may be built again while a bench runs. */
export class BuiltPackage {
	private constructor(
		readonly folder: string,
		readonly tarball: string,
	) {}

	static async build(folder: string, task: Task): Promise<BuiltPackage> {
		await buildPackage(task);
		const { tarball } = await packPackage(folder, task);
		const copy = path.join(folder, 'package');
		mkdirSync(copy);
		for (const name of ['dist', 'package.json'])
			cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
		// The libraries that n8n brings along: the same instances as the engine's.
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
		return new BuiltPackage(copy, tarball);
	}

	get tarballBytes(): number {
		return statSync(this.tarball).size;
	}

	/** The action node with a memory of its own: it knows nothing of a key, as in a new process. */
	freshNode(): INodeType {
		for (const file of Object.keys(load.cache)) {
			if (file.startsWith(path.join(this.folder, 'dist'))) delete load.cache[file];
		}
		// Loaded here, so that no measured run has to.
		load(path.join(this.folder, 'dist/bundle.js'));
		const file = path.join(this.folder, 'dist/nodes/CompanyRadar/CompanyRadar.node.js');
		const { CompanyRadar } = load(file) as { CompanyRadar: new () => INodeType };
		return new CompanyRadar();
	}
}
