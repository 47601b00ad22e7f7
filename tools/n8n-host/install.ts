import path from 'node:path';
import { cachedInstallation } from '../shared/cachedInstallation';
import { manifestOf } from '../shared/manifest';
import { NoNetworkError, runNpm } from '../shared/npm';
import type { Task } from '../shared/task';
import { node24, type NodeRuntime } from './node24';

/** The only packages that n8n cannot do without and that are built for the machine. */
const NATIVE = ['sqlite3', 'isolated-vm'];

export interface HostInstallation {
	version: string;
	/** The Node binary that n8n runs under. */
	node: string;
	/** n8n's command line program. */
	n8n: string;
}

/** Makes sure the pinned n8n is in the cache; the first time takes some minutes and 2.4 GB. */
export async function installHost(task: Task): Promise<HostInstallation> {
	const { files, version } = await manifestOf(__dirname, 'n8n');
	const runtime = await node24(task);
	const folder = await cachedInstallation(
		{
			what: `n8n ${version} (once; some minutes, 2.4 GB)`,
			name: `n8n-${version}-${runtime.abi}`,
			files,
			npmArguments: ['--legacy-peer-deps'],
			node: runtime.binary,
			finish: (target) => buildNative(target, runtime, task),
		},
		task,
	);
	return { version, node: runtime.binary, n8n: path.join(folder, 'node_modules/n8n/bin/n8n') };
}

async function buildNative(folder: string, runtime: NodeRuntime, task: Task): Promise<void> {
	const what = 'Building the native parts of n8n';
	task.log(what);
	const bin = path.dirname(runtime.binary);
	const env = {
		PATH: `${bin}${path.delimiter}${process.env.PATH}`,
		...(runtime.headers && { npm_config_nodedir: runtime.headers }),
	};
	try {
		await runNpm(['rebuild', '--ignore-scripts=false', ...NATIVE], {
			...task,
			cwd: folder,
			what,
			env,
			node: runtime.binary,
		});
	} catch (error) {
		if (task.signal?.aborted || error instanceof NoNetworkError) throw error;
		throw new Error(
			`n8n's database driver could not be built. It needs a C++ compiler, make and Python 3 on this machine.\n${(error as Error).message}`,
		);
	}
}
