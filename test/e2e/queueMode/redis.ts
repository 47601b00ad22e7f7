import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '../../../tools/shared/until';

const listens = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});

/** A Redis of its own on loopback. It writes each change to a file at once, so that the queue survives a restart. */
export class Redis {
	private readonly folder = mkdtempSync(path.join(tmpdir(), 'company-radar-redis-'));

	private server!: ChildProcess;

	private constructor(private readonly port: number) {}

	static async start(port: number): Promise<Redis> {
		const redis = new Redis(port);
		process.once('exit', () => redis.server.kill('SIGKILL'));
		await redis.launch();
		return redis;
	}

	async restart(): Promise<void> {
		await this.end();
		await this.launch();
	}

	async stop(): Promise<void> {
		await this.end();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private async launch(): Promise<void> {
		const options = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', this.folder];
		this.server = spawn('redis-server', ['--port', String(this.port), '--bind', '127.0.0.1', ...options], {
			stdio: 'ignore',
		});
		await until('Redis is ready', async () => await listens(this.port), { seconds: 30 });
	}

	private async end(): Promise<void> {
		const ended = once(this.server, 'exit');
		if (this.server.exitCode === null && this.server.kill('SIGTERM')) await ended;
	}
}
