// Usage: node tools/lintLocks.mjs
// Checks that every lock file installs on macOS and Windows (CI installs on Linux), and names no registry.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import npm from './shared/npm.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const PLATFORMS = [
	['darwin', 'arm64'],
	['win32', 'x64'],
];
const NPM_ARGUMENTS = { 'tools/n8n-host': ['--legacy-peer-deps'] };

async function problemsOf(folder) {
	const clone = mkdtempSync(path.join(tmpdir(), 'locks-'));
	const problems = [];
	try {
		for (const file of ['package.json', 'package-lock.json'])
			cpSync(path.join(ROOT, folder, file), path.join(clone, file));
		if (readFileSync(path.join(clone, 'package-lock.json'), 'utf8').includes('"resolved"'))
			problems.push(`${folder}: the lock file names a registry`);
		for (const [os, cpu] of PLATFORMS) {
			const args = ['ci', '--dry-run', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`];
			await npm
				.runNpm([...args, ...(NPM_ARGUMENTS[folder] ?? [])], { cwd: clone, what: 'npm ci' })
				.catch(({ message }) => problems.push(`${folder} can't be installed on ${os}: ${message}`));
		}
	} finally {
		rmSync(clone, { recursive: true });
	}
	return problems;
}

const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' });
const folders = locks.trim().split('\n').map(path.posix.dirname);
const problems = (await Promise.all(folders.map(problemsOf))).flat();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
