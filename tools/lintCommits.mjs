// Usage: node tools/lintCommits.mjs
// Checks the subjects of the commits that aren't on origin/main yet; without that branch there is nothing to compare with.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

const MAIN = 'origin/main';
const CLI = path.resolve(import.meta.dirname, '../node_modules/@commitlint/cli/cli.js');

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function newCommits() {
	try {
		return Number(git('rev-list', '--count', `${MAIN}..HEAD`));
	} catch {
		return 0;
	}
}

if (newCommits() > 0) {
	const { status } = spawnSync(process.execPath, [CLI, '--from', MAIN], { stdio: 'inherit' });
	process.exitCode = status ?? 1;
}
