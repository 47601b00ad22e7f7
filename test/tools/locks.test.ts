import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../../tools/shared/npm';

const ROOT = path.join(__dirname, '../..');
/** Every run of the tests installs on Linux. */
const PLATFORMS = [
	['darwin', 'arm64'],
	['win32', 'x64'],
] as const;
const LOCKS: ReadonlyArray<{ folder: string; npmArguments?: string[] }> = [
	{ folder: '.' },
	{ folder: 'tools/n8n-host', npmArguments: ['--legacy-peer-deps'] },
	{ folder: 'tools/scan' },
];

const tracked = () =>
	spawnSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
		.stdout.trim()
		.split('\n');

describe.each(LOCKS)('the lock file of $folder', ({ folder, npmArguments = [] }) => {
	const source = path.join(ROOT, folder);
	let clone: string;

	beforeAll(() => {
		clone = mkdtempSync(path.join(tmpdir(), 'locks-'));
		for (const file of ['package.json', 'package-lock.json'])
			cpSync(path.join(source, file), path.join(clone, file));
	});
	afterAll(() => rmSync(clone, { recursive: true }));

	it.each(PLATFORMS)('can be installed on %s-%s', async (os, cpu) => {
		const args = ['ci', '--dry-run', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`, ...npmArguments];
		expect(await runNpm(args, { cwd: clone, what: 'npm ci' })).toMatch(/added \d+ packages/);
	});

	it('names no registry', () => {
		expect(readFileSync(path.join(source, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
	});
});

it('every lock file is tested', () => {
	expect(tracked()).toEqual(
		expect.arrayContaining(LOCKS.map(({ folder }) => path.posix.join(folder, 'package-lock.json'))),
	);
	expect(tracked()).toHaveLength(LOCKS.length);
});
