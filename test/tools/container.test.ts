import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { besideArguments, n8nArguments } from '../../tools/n8n-host/container/arguments';
import { ROOT } from '../../tools/pack';

const CONTAINER = { engine: 'docker', image: 'n8n', name: 'radar', port: 5999, dataFolder: '/data' } as const;

/** The values of an option that may come several times. */
const valuesOf = (args: string[], option: string) =>
	args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []));

describe('n8n in a container', () => {
	const args = n8nArguments({ ...CONTAINER, env: { EXTRA: '1' } });

	test('has the same address inside and outside, on this computer only', () => {
		expect(valuesOf(args, '--publish')).toEqual(['127.0.0.1:5999:5999']);
		expect(valuesOf(args, '--env')).toEqual(
			expect.arrayContaining(['N8N_PORT=5999', 'N8N_WEBHOOK_URL=http://127.0.0.1:5999', 'EXTRA=1']),
		);
	});

	test('loads the package from n8n 3.0 on, too', () => {
		expect(valuesOf(args, '--env')).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED=true');
	});

	test('keeps its data in the folder with the package, and is gone when it ends', () => {
		expect(valuesOf(args, '--volume')).toEqual(['/data:/home/node/.n8n']);
		expect(args).toContain('--rm');
		expect(args.at(-1)).toBe('n8n');
	});

	test('has the sandbox in its network, so both see 127.0.0.1', () => {
		const script = { folder: '/commands', modules: '/modules', script: 'demo.js', args: ['--once'] };
		const beside = besideArguments(CONTAINER, script);
		expect(valuesOf(beside, '--network')).toEqual(['container:radar']);
		expect(beside.slice(-5)).toEqual(['--entrypoint', 'node', 'n8n', 'demo.js', '--once']);
	});

	test('writes files of this user with Podman, too', () => {
		expect(valuesOf(n8nArguments({ ...CONTAINER, engine: 'podman' }), '--userns')).toEqual(
			process.platform === 'win32' ? [] : ['keep-id'],
		);
	});
});

/** Runs the demo in a container with engines that do this; resolves with its exit code, its error, and what the engines were called with. */
async function demoWith(engines: { docker: string; podman: string }) {
	const folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
	for (const [name, script] of Object.entries(engines)) {
		await writeFile(path.join(folder, name), `#!${process.execPath}\n${script}`);
		await chmod(path.join(folder, name), 0o755);
	}
	const kept = path.join(folder, 'calls');
	await writeFile(kept, '');
	const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}`, CALLS: kept };
	const args = ['tools/demo/main.ts', '--once', '--container', '--image', 'n8n'];
	const ended = await new Promise<{ code: number; error: string }>((resolve) => {
		execFile(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, env }, (error, _, stderr) =>
			resolve({ code: Number(error?.code ?? 0), error: stderr.trim() }),
		);
	});
	const calls = (await readFile(kept, 'utf8')).split('\n').filter(Boolean);
	await rm(folder, { recursive: true, force: true });
	return { ...ended, calls: calls.map((call) => JSON.parse(call) as string[]) };
}

/** It keeps its arguments, says that it runs n8n by answering at the port that it should publish, and runs no command. */
const STAND_IN = `
const { appendFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(process.env.CALLS, JSON.stringify(args) + '\\n');
const port = args[args.indexOf('--publish') + 1].split(':')[1];
if (port) require('node:http').createServer((_, response) => response.end()).listen(port, '127.0.0.1');
if (args.includes('--network')) process.exitCode = 1;
`;

// Windows takes no scripts for programs.
const testWithEngines = process.platform === 'win32' ? test.skip : test;

testWithEngines(
	'--container says in one sentence what to do if no engine answers within five seconds',
	async () => {
		const engines = { docker: 'setTimeout(() => {}, 60_000);', podman: 'process.exitCode = 1;' };
		expect((await demoWith(engines)).error).toBe(
			'Neither Docker nor Podman answers on this computer. Start one of them, or leave out --container.',
		);
	},
);

testWithEngines('--container takes the engine that answers, and fails where the demo does', async () => {
	const { code, calls } = await demoWith({ docker: 'process.exitCode = 1;', podman: STAND_IN });
	expect(calls.map(([command]) => command)).toEqual(['info', 'run', 'run', 'rm']);
	expect(calls[2]?.join(' ')).toMatch(/ n8n tools\/demo\/main\.js --once --n8n http:\/\/127\.0\.0\.1:\d+$/);
	expect(code).toBe(1);
});
