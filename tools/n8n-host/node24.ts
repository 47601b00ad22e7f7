import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedInstallation } from '../shared/cachedInstallation';
import type { Task } from '../shared/task';

const NEEDED_MAJOR = 24;
const PINNED = '24.21.0';

export interface NodeRuntime {
	/** The binary. */
	binary: string;
	/** ABI of native modules, e.g. "137". */
	abi: string;
	/** Folder with its `include/`, for building native modules; absent if this Node came without headers. */
	headers?: string;
}

/** A Node.js that n8n runs on: this process's own if it is new enough, else one from the npm registry. */
export async function node24(task: Task): Promise<NodeRuntime> {
	const own = Number(process.versions.node.split('.')[0]);
	return await describe(own >= NEEDED_MAJOR ? process.execPath : await fromRegistry(task));
}

async function fromRegistry(task: Task): Promise<string> {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const folder = await cachedInstallation(
		{
			what: `Node.js ${PINNED} for n8n`,
			name: `node-${PINNED}`,
			files: { 'package.json': JSON.stringify({ private: true, dependencies: { [name]: PINNED } }) },
			npmArguments: ['--no-package-lock'],
		},
		task,
	);
	return path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

async function describe(binary: string): Promise<NodeRuntime> {
	const abi = await promisify(execFile)(binary, ['-p', 'process.versions.modules']).catch(() => {
		throw new Error(
			`n8n needs Node.js ${NEEDED_MAJOR}, and the copy from the npm registry does not run on this machine. Install Node.js ${NEEDED_MAJOR} or later and run the command again.`,
		);
	});
	const home = path.resolve(path.dirname(binary), '..');
	const headers = existsSync(path.join(home, 'include/node/node.h')) ? home : undefined;
	return { binary, abi: abi.stdout.trim(), headers };
}
