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

interface Daemon {
	restart(): Promise<void>;
	/** Removes its folder, too. */
	stop(): Promise<void>;
}

/** A server program of its own, which ends with this process. It is ready when `ask` is answered. */
async function startDaemon(
	folder: string,
	launch: () => ChildProcess,
	ask: () => Promise<unknown>,
): Promise<Daemon> {
	let child: ChildProcess;
	const begin = async () => {
		child = launch();
		const isReady = async () => (await Promise.allSettled([ask()]))[0].status === 'fulfilled';
		await until(`${folder} is ready`, isReady);
	};
	const end = async () => {
		const ended = once(child, 'exit');
		// It ends its connections, too.
		if (child.exitCode === null && child.kill('SIGINT')) await ended;
	};
	process.once('exit', () => child.kill('SIGKILL'));
	await begin();
	return {
		restart: async () => {
			await end();
			await begin();
		},
		stop: async () => {
			await end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const folderFor = (name: string) => mkdtempSync(path.join(tmpdir(), `company-radar-${name}-`));

/** A PostgreSQL on loopback, as the user postgres; n8n's user is n8n, without a password. */
async function startPostgres(port: number): Promise<Daemon> {
	const folder = folderFor('postgres');
	const user = { uid: idOf('-u'), gid: idOf('-g') };
	chownSync(folder, user.uid, user.gid);
	chmodSync(folder, 0o700);
	const data = path.join(folder, 'data');
	const options = { ...user, stdio: 'ignore', cwd: folder } as const;
	execFileSync(program('initdb'), ['-D', data, '-U', 'n8n', '--auth=trust'], options);
	const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200'];
	const isReady = async () => await postgresOn(port).query('SELECT 1');
	return await startDaemon(folder, () => spawn(program('postgres'), args, options), isReady);
}

/** A Redis on loopback. It writes each change to a file at once, so that the queue survives a restart. */
async function startRedis(port: number): Promise<Daemon> {
	const folder = folderFor('redis');
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes'];
	args.push('--appendfsync', 'always', '--dir', folder);
	const isReady = async () => {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect').finally(() => socket.destroy());
	};
	return await startDaemon(folder, () => spawn('redis-server', args, { stdio: 'ignore' }), isReady);
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
	redis!: Daemon;
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
		this.redis = await startRedis(redisPort);
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
