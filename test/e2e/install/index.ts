import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { name, version } from '../../../package.json';
import { startSandbox } from '../../../sandbox';
import { installHost } from '../../../tools/n8n-host/install';
import { checkPublished } from '../../../tools/published/check';
import { Services } from '../examples/services';
import { Cluster } from '../queueMode/cluster';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { registryHost, registryOf, settingsOf, startLoadBalancer } from './docker';
import { ManualWork } from './manual';
import { fromReadme } from './readme';

const PORTS_FROM = 24_000;

async function onOneMachine(env: Record<string, string>, context: E2eContext): Promise<Finding[]> {
	const settings = { ...settingsOf('compose.yaml', 'n8n', version), ...env };
	const problems = await checkPublished(version, settings, { ...context, port: PORTS_FROM });
	return [compared('one machine: n8n installs the nodes when it starts, and runs one', problems, [])];
}

async function inQueueMode(env: Record<string, string>, context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox();
	let cluster: Cluster | undefined;
	const balancer = await startLoadBalancer(() => ({
		main: cluster?.host.url ?? '',
		webhooks: cluster?.webhooksAt ?? '',
	}));
	try {
		const of = (service: string) => settingsOf('compose.queue.yaml', service, version);
		const options = {
			workers: 1,
			env: { ...env, N8N_WEBHOOK_URL: balancer.url },
			envOf: { main: of('main'), webhook: of('webhook'), worker: of('worker') },
			hasPackage: false,
		};
		cluster = await Cluster.start(options, context);
		return await (await ManualWork.start(cluster, sandbox)).findings();
	} finally {
		await cluster?.stop();
		await balancer.stop();
		await sandbox.stop();
	}
}

/** For a release, the README's lines; and n8n with the settings of `examples/docker`: it installs the nodes by itself, here from a stand-in for the registry. */
export const install: Section = {
	name: 'install',
	risk: 'n8n installs the packed package from a registry, and upgrades and removes it',
	packages: ['openssl', 'postgresql', 'redis-server'],
	run: async (context) => {
		const host = await registryHost(await installHost(context));
		const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-npm-'));
		const services = await Services.start({
			[host]: await registryOf(host, { name, version }, context.tarball),
		});
		try {
			// npm asks the registry that n8n names, whatever this computer's user has set.
			const userSettings = path.join(folder, 'npmrc');
			await writeFile(userSettings, '');
			const env = {
				...services.env,
				NPM_CONFIG_USERCONFIG: userSettings,
				NPM_CONFIG_CACHE: path.join(folder, 'cache'),
			};
			return [
				// CI's own job runs these lines, too.
				...(process.env.ALL_ENGINES ? await fromReadme(context) : []),
				...(await onOneMachine(env, context)),
				...(await inQueueMode(env, context)),
			];
		} finally {
			await services.stop();
			await rm(folder, { recursive: true, force: true });
		}
	},
};
