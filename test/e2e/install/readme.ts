import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

import { name, n8n, repository } from '../../../package.json';
import { startHost } from '../../../tools/n8n-host/host';
import { ROOT } from '../../../tools/pack';
import { runNode } from '../../../tools/shared/runNode';
import { compared, type E2eContext, type Finding } from '../section';

const PORT = 24_400;

/** The first lines to copy under "Install". */
async function linesOfReadme(): Promise<string> {
	const [, install = ''] = (await readFile(path.join(ROOT, 'README.md'), 'utf8')).split('\n## Install\n');
	const [, lines] = /```sh\n([\s\S]*?)```/.exec(install) ?? [];
	if (!lines) throw new Error('The README has no lines to install with.');
	return lines;
}

/** Runs the lines as somebody who has nothing yet. The repository's address leads to this clone. */
async function follow(home: string, context: E2eContext): Promise<void> {
	const script = `require('node:child_process').execFileSync('bash', ['-euc', process.argv[1]], { stdio: 'inherit' })`;
	const env = {
		HOME: home,
		npm_config_cache: process.env.npm_config_cache ?? path.join(homedir(), '.npm'),
		npm_config_userconfig: process.env.npm_config_userconfig ?? path.join(homedir(), '.npmrc'),
		PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`,
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: `url.${ROOT}.insteadOf`,
		GIT_CONFIG_VALUE_0: repository.url.replace(/^git\+|\.git$/g, ''),
	};
	await runNode(process.execPath, ['-e', script, await linesOfReadme()], {
		log: context.log,
		signal: context.signal,
		cwd: home,
		env: { ...process.env, ...env },
		what: "The README's lines",
	});
}

/** The README's lines to the letter, and then an n8n that has the nodes. */
export async function fromReadme(context: E2eContext): Promise<Finding[]> {
	const home = await mkdtemp(path.join(tmpdir(), 'company-radar-readme-'));
	try {
		const since = Date.now();
		await follow(home, context);
		const seconds = Math.round((Date.now() - since) / 1000);
		const what = `README: its lines install the package on Node ${process.versions.node}`;
		const host = await startHost({ userFolder: home, port: PORT }, context);
		try {
			const types = (await host.rest.nodeTypes()).map((type) => type.name);
			const own = types.filter((type) => type.startsWith(`${name}.`) && !type.endsWith('Tool'));
			return [
				{ what, seen: `${seconds} s`, ok: true },
				compared('README: n8n then shows the nodes', own.length, n8n.nodes.length),
			];
		} finally {
			await host.stop();
		}
	} finally {
		await rm(home, { recursive: true, force: true });
	}
}
