import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { name, n8n, version } from '../../package.json';
import { startHost } from '../../tools/n8n-host/host';
import { ROOT } from '../../tools/pack';
import { checkPublished } from '../../tools/published/check';
import { runNode } from '../../tools/shared/runNode';
import { settingsOf, withRegistry } from './docker';
import { compared, type E2eContext, type Finding, type Section } from './section';

const PORTS_FROM = 24_000;

/** Runs the README's lines to install. */
async function follow(home: string, { log, signal }: E2eContext): Promise<void> {
	const script = `require('node:child_process').execFileSync(process.argv[1], [process.argv[2]], { stdio: 'inherit' })`;
	const PATH = `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`;
	await runNode(process.execPath, ['-e', script, path.join(ROOT, '.ci/install'), home], {
		log,
		signal,
		cwd: home,
		env: { ...process.env, PATH },
		what: "The README's lines",
	});
}

/** The README's lines to the letter, and then an n8n that has the nodes. */
async function fromReadme(context: E2eContext): Promise<Finding> {
	const home = await mkdtemp(path.join(tmpdir(), 'company-radar-readme-'));
	try {
		await follow(home, context);
		const host = await startHost({ userFolder: home, port: PORTS_FROM }, context);
		const types = (await host.rest.nodeTypes()).map((type) => type.name);
		await host.stop();
		const own = types.filter((type) => type.startsWith(`${name}.`) && !type.endsWith('Tool'));
		return compared('README: after its lines, n8n shows the nodes', own.length, n8n.nodes.length);
	} finally {
		await rm(home, { recursive: true, force: true });
	}
}

/** For a release, the README's lines, which CI's own job runs too; and n8n with the settings of `examples/docker`. `queueMode` has those for several processes. */
export const install: Section = {
	name: 'install',
	risk: 'n8n itself may not install the packed package from a registry',
	packages: ['openssl'],
	run: async (context) => [
		...(process.env.ALL_ENGINES ? [await fromReadme(context)] : []),
		await withRegistry(context, async (env) => {
			const settings = { ...settingsOf('compose.yaml', 'n8n', version), ...env };
			const problems = await checkPublished(version, settings, { ...context, port: PORTS_FROM });
			return compared('one machine: n8n installs the nodes when it starts, and runs one', problems, []);
		}),
	],
};
