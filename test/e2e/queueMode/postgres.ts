import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '../../../tools/shared/until';

const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the server's programs off the PATH, by version. */
function program(name: string): string {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
	const found = versions.map((version) => path.join(DEBIAN, version, 'bin', name)).find(existsSync);
	return found ?? name;
}

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());

/** Starts a PostgreSQL of its own on loopback, as the user postgres; n8n's user is n8n, without a password. */
export async function startPostgres(port: number): Promise<{ stop(): Promise<void> }> {
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
		await until('PostgreSQL is ready', isReady, { seconds: 60 });
		return { stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
