import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startSandbox } from '../../../sandbox';
import { installCommunityPackage } from '../../../tools/n8n-host/communityPackage';
import { startHost } from '../../../tools/n8n-host/host';
import { installHost } from '../../../tools/n8n-host/install';
import { N8nProcess } from '../../../tools/n8n-host/n8nProcess';
import { settings } from '../../../tools/n8n-host/settings';
import { fillUserFolder } from '../../../tools/n8n-host/userFolder';
import { burst } from '../trigger/burst';
import { credentialFor } from '../trigger/triggerWorkflow';

/**
 * The burst on n8n in queue mode: PostgreSQL, Redis, one main process and two workers.
 * Needs redis-server and postgres on the PATH, and a user postgres. Usage: tsx test/e2e/dedupe/queueMode.ts <packed package>
 */

const WORKERS = 2;
const PORTS = { postgres: 15_432, redis: 16_379, main: 17_000, worker: 17_100 };

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());

function startPostgres(folder: string): ChildProcess {
	const user = { uid: idOf('-u'), gid: idOf('-g') };
	chownSync(folder, user.uid, user.gid);
	const data = path.join(folder, 'data');
	execFileSync('initdb', ['-D', data, '-U', 'n8n', '--auth=trust'], {
		...user,
		stdio: 'ignore',
		cwd: folder,
	});
	return spawn('postgres', ['-D', data, '-p', String(PORTS.postgres), '-h', '127.0.0.1', '-k', folder], {
		...user,
		cwd: folder,
		stdio: 'ignore',
	});
}

const startRedis = (folder: string): ChildProcess =>
	spawn(
		'redis-server',
		['--port', String(PORTS.redis), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
		{
			stdio: 'ignore',
		},
	);

const SHARED = {
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(PORTS.redis),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(PORTS.postgres),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'n8n',
	DB_POSTGRESDB_POOL_SIZE: '10',
};

async function startWorker(number: number, folder: string, tarball: string): Promise<N8nProcess> {
	const task = { log: (line: string) => console.log(line) };
	const installation = await installHost(task);
	const userFolder = path.join(folder, `worker-${number}`);
	await fillUserFolder(userFolder, installation, task);
	await installCommunityPackage(userFolder, tarball, task);
	const main = PORTS.worker + number * 10;
	return await N8nProcess.start({
		installation,
		command: 'worker',
		commandArguments: ['--concurrency=10'],
		env: {
			...settings(installation, userFolder, { main, broker: main + 1 }),
			...SHARED,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(main),
		},
		readyUrl: `http://127.0.0.1:${main}/healthz/readiness`,
	});
}

async function main(tarball: string): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-queue-'));
	const postgresFolder = mkdtempSync(path.join(tmpdir(), 'company-radar-postgres-'));
	const servers = [startPostgres(postgresFolder), startRedis(folder)];
	await wait(3000);
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	const workers: N8nProcess[] = [];
	const task = { log: (line: string) => console.log(line) };
	try {
		const host = await startHost({ tarball, port: PORTS.main, env: SHARED }, task);
		try {
			for (let number = 0; number < WORKERS; number++)
				workers.push(await startWorker(number, folder, tarball));
			const result = await burst(host, await credentialFor(host, sandbox));
			console.log(JSON.stringify(result));
			if (result.counts.lost > 0 || result.counts.unexpected > 0) process.exitCode = 1;
		} finally {
			await host.stop();
		}
	} finally {
		for (const worker of workers) await worker.stop();
		for (const server of servers) server.kill('SIGINT');
		await sandbox.stop();
		await wait(2000);
		for (const each of [folder, postgresFolder]) rmSync(each, { recursive: true, force: true });
	}
}

const [tarball] = process.argv.slice(2);
if (!tarball) throw new Error('Usage: tsx test/e2e/dedupe/queueMode.ts <packed package>');
void main(tarball);
