import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, packPackage, ROOT } from '../../pack';
import { loopback } from '../../shared/loopback';
import type { Task } from '../../shared/task';
import { temporaryFolder } from '../../shared/temporaryFolder';
import { installCommunityPackage } from '../communityPackage';
import { freePorts } from '../ports';
import { urlOf } from '../settings';
import { besideArguments, n8nArguments, type N8nContainer } from './arguments';
import { compileCommands } from './compiled';
import { findEngine } from './engine';

const USUAL_PORT = 5678;
/** The first time, the engine downloads the image. */
const READY_WITHIN_MS = 600_000;
const LOOK_AGAIN_MS = 250;

export interface Command {
	/** Its main file, below the repository's folder. */
	script: string;
	args: string[];
	image: string;
	env?: Record<string, string>;
	/** Called with the package's folder once n8n has it. */
	whileRunning?(installed: string): { stop(): Promise<void> };
}

/**
 * Runs a command with `--n8n`, on an n8n in a container and next to it in its network. Resolves with whether it went well;
 * nothing is left running.
 */
export async function inContainer(command: Command, task: Task & { signal: AbortSignal }): Promise<boolean> {
	const engine = await findEngine();
	const folder = temporaryFolder('container');
	task.log('Building and packing the package');
	await buildPackage(task);
	const { name: packageName, tarball } = await packPackage(folder, task);
	const userFolder = path.join(folder, 'user');
	await mkdir(userFolder);
	await installCommunityPackage(userFolder, tarball, task);
	const compiled = path.join(folder, 'commands');
	await compileCommands(compiled);
	await mkdir(path.join(compiled, 'node_modules'));

	const [port = USUAL_PORT] = await freePorts(1, USUAL_PORT);
	const { image, env, script, args } = command;
	const dataFolder = path.join(userFolder, '.n8n');
	const container: N8nContainer = {
		engine,
		image,
		name: `company-radar-${process.pid}`,
		port,
		dataFolder,
		env,
	};
	const containers = new Containers(container);
	const watching = command.whileRunning?.(path.join(dataFolder, 'nodes/node_modules', packageName));
	try {
		task.log(`Starting ${image} with ${engine}`);
		const url = urlOf({ main: port, broker: 0 });
		await containers.startN8n(url, task.signal);
		const beside = {
			folder: compiled,
			modules: path.join(ROOT, 'node_modules'),
			script: script.replace(/\.ts$/, '.js'),
			args: [...args, '--n8n', url],
		};
		return await containers.runBeside(beside, task.signal);
	} finally {
		containers.remove();
		await watching?.stop();
	}
}

/** The containers of a command. They are removed when this process ends, however it ends. */
class Containers {
	private n8n: ChildProcess | undefined;

	constructor(private readonly container: N8nContainer) {
		process.once('exit', () => this.remove());
	}

	async startN8n(url: string, signal: AbortSignal): Promise<void> {
		const n8n = spawn(this.container.engine, n8nArguments(this.container), {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		this.n8n = n8n;
		const ended = once(n8n, 'exit').then(([code]) => {
			throw new Error(`${this.container.image} ended with code ${String(code)} before n8n was ready.`);
		});
		const deadline = Date.now() + READY_WITHIN_MS;
		while (!(await Promise.race([ended, isReady(url)]))) {
			if (Date.now() > deadline) throw new Error(`${this.container.image} did not get ready in 10 minutes.`);
			await Promise.race([ended, sleep(LOOK_AGAIN_MS, undefined, { signal })]);
		}
		ended.catch(() => undefined);
	}

	async runBeside(what: Parameters<typeof besideArguments>[1], signal: AbortSignal): Promise<boolean> {
		const beside = spawn(this.container.engine, besideArguments(this.container, what), {
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		signal.addEventListener('abort', () => this.remove());
		const [code] = (await once(beside, 'exit')) as [number | null];
		signal.throwIfAborted();
		return code === 0;
	}

	remove(): void {
		if (!this.n8n) return;
		const { engine, name } = this.container;
		spawnSync(engine, ['rm', '--force', `${name}-beside`, name], { stdio: 'ignore' });
		this.n8n.kill();
		this.n8n = undefined;
	}
}

const isReady = (url: string) =>
	loopback.get(`${url}/healthz/readiness`).then(
		({ status }) => status === 200,
		() => false,
	);
