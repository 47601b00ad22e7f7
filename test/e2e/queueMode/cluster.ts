import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Host, startHost } from '../../../tools/n8n-host/host';
import { N8nProcess } from '../../../tools/n8n-host/n8nProcess';
import { freePorts } from '../../../tools/n8n-host/ports';
import { settings, urlOf } from '../../../tools/n8n-host/settings';
import { fillUserFolder } from '../../../tools/n8n-host/userFolder';
import { until } from '../../../tools/shared/until';
import type { E2eContext } from '../section';
import { type Database, postgresOn } from '../trigger/database';

const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the server's programs off the PATH, by version. */
function program(name: string): string {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
	const found = versions.map((version) => path.join(DEBIAN, version, 'bin', name)).find(existsSync);
	return found ?? name;
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());

/** Starts a PostgreSQL of its own on loopback, as the user postgres; n8n's user is n8n, without a password. */
async function startPostgres(port: number): Promise<{ stop(): Promise<void> }> {
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-postgres-'));
	const user = { uid: idOf('-u'), gid: idOf('-g') };
	chownSync(folder, user.uid, user.gid);
	chmodSync(folder, 0o700);
	const data = path.join(folder, 'data');
	const options = { ...user, stdio: 'ignore', cwd: folder } as const;
	execFileSync(program('initdb'), ['-D', data, '-U', 'n8n', '--auth=trust'], options);
	const server = spawn(
		program('postgres'),
		['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200'],
		options,
	);
	process.once('exit', () => server.kill('SIGKILL'));
	const isReady = () => {
		try {
			execFileSync(program('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
			return true;
		} catch {
			return false;
		}
	};
	const stop = async () => {
		const ended = once(server, 'exit');
		if (server.exitCode === null && server.kill('SIGINT')) await ended;
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await until('PostgreSQL is ready', isReady);
		return { stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

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
class Redis {
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
		await until('Redis is ready', async () => await listens(this.port));
	}

	private async end(): Promise<void> {
		const ended = once(this.server, 'exit');
		if (this.server.exitCode === null && this.server.kill('SIGTERM')) await ended;
	}
}

const PORTS_FROM = 17_400;

type Process = 'main' | 'worker' | 'webhook';

interface ClusterOptions {
	workers: number;
	/** Further settings of n8n, for all processes and for each kind. Each has to install the package itself. */
	env: Record<string, string>;
	envOf: Record<Process, Record<string, string>>;
}

/** A process of queue mode next to the main one, with a user folder of its own. It can be killed and launched again. */
class Member {
	private n8n: N8nProcess | undefined;

	private constructor(
		private readonly command: 'worker' | 'webhook',
		private readonly host: Host,
		private readonly env: Record<string, string>,
		private readonly port: number,
	) {}

	static async start(
		command: 'worker' | 'webhook',
		cluster: { host: Host; env: Record<string, string>; folder: string; port: number },
		context: E2eContext,
	): Promise<Member> {
		const { host, port } = cluster;
		const userFolder = path.join(cluster.folder, `${command}-${port}`);
		await fillUserFolder(userFolder, host.installation, context);
		const env = {
			...settings(host.installation, userFolder, { main: port, broker: port + 1 }),
			...cluster.env,
			...(command === 'worker' && {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			}),
		};
		const member = new Member(command, host, env, port);
		await member.launch();
		return member;
	}

	get url(): string {
		return urlOf({ main: this.port, broker: this.port + 1 });
	}

	/** What it printed since it was last launched. */
	log(): string {
		return this.n8n?.log() ?? '';
	}

	async launch(): Promise<void> {
		this.n8n = await N8nProcess.start({
			installation: this.host.installation,
			command: this.command,
			env: this.env,
			readyUrl: `${this.url}/healthz/readiness`,
		});
	}

	async kill(): Promise<void> {
		await this.n8n?.kill();
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
	}
}

/** n8n in queue mode: a main process, workers, a process for webhooks, PostgreSQL and Redis. */
export class Cluster {
	private readonly closers: Array<() => Promise<void> | void> = [];

	host!: Host;
	redis!: Redis;
	database!: Database;
	workers: Member[] = [];
	/** Address of the process for webhooks. */
	webhooksAt = '';

	/** Starts all of it; what was started is ended again if something fails. */
	static async start(options: ClusterOptions, context: E2eContext): Promise<Cluster> {
		const cluster = new Cluster();
		try {
			await cluster.launch(options, context);
			return cluster;
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	}

	/** In the reverse order of their start. */
	async stop(): Promise<void> {
		for (const close of this.closers.splice(0).reverse()) await close();
	}

	private async launch({ workers, env: further, envOf }: ClusterOptions, context: E2eContext): Promise<void> {
		const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-queue-'));
		this.closers.push(() => rmSync(folder, { recursive: true, force: true }));
		const count = 2 + 2 * (workers + 1);
		const [postgresPort = 0, redisPort = 0, webhookPort = 0, , ...rest] = await freePorts(count, PORTS_FROM);

		const postgres = await startPostgres(postgresPort);
		this.closers.push(() => postgres.stop());
		this.database = postgresOn(postgresPort);
		this.redis = await Redis.start(redisPort);
		this.closers.push(() => this.redis.stop());

		const env = {
			...further,
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgresPort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_POOL_SIZE: '10',
		};
		const options = { port: PORTS_FROM + 100, env: { ...env, ...envOf.main } };
		this.host = await startHost(options, context);
		this.closers.push(() => this.host.stop());
		const start = async (command: 'worker' | 'webhook', port: number) => {
			const own = { host: this.host, env: { ...env, ...envOf[command] }, folder, port };
			const member = await Member.start(command, own, context);
			this.closers.push(() => member.stop());
			return member;
		};
		const [webhook, ...started] = await Promise.all([
			start('webhook', webhookPort),
			...Array.from({ length: workers }, async (_, number) => await start('worker', rest[2 * number] ?? 0)),
		]);
		this.webhooksAt = webhook.url;
		this.workers = started;
	}
}
