import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { name, n8n } from '../../../package.json';
import { startHost } from '../../../tools/n8n-host/host';
import { ROOT } from '../../../tools/pack';
import { runNode } from '../../../tools/shared/runNode';
import { compared, type E2eContext, type Finding } from '../section';

const PORT = 24_400;

/** Runs the README's lines to install. */
async function follow(home: string, context: E2eContext): Promise<void> {
	const script = `require('node:child_process').execFileSync(process.argv[1], [process.argv[2]], { stdio: 'inherit' })`;
	const env = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}` };
	await runNode(process.execPath, ['-e', script, path.join(ROOT, '.ci/install'), home], {
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
