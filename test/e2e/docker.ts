import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

import { name, version } from '../../package.json';
import { installHost } from '../../tools/n8n-host/install';
import { type Respond, Services } from './examples/services';
import { Gate } from './gate';
import type { E2eContext } from './section';

const FOLDER = path.resolve(__dirname, '../../examples/docker');

const WITH_MERGE_KEYS = CORE_SCHEMA.withTags(mergeTag);

/** A Compose file, with its merge keys (`<<`) resolved. */
export const composeFile = (file: string): unknown =>
	load(readFileSync(path.join(FOLDER, file), 'utf8'), { schema: WITH_MERGE_KEYS });

/** What differs between a container and a process of this computer, or is entered in .env. */
const OF_THE_CONTAINER = /^(N8N_(ENCRYPTION_KEY|EDITOR_BASE_URL|WEBHOOK_URL)|(QUEUE_BULL|DB)_\w+)$/;

/** The settings of a service of one of the Compose files, with this version of the package. */
export function settingsOf(file: string, service: string, version: string): Record<string, string> {
	const { services } = composeFile(file) as {
		services: Record<string, { environment: Record<string, string> }>;
	};
	const settings = Object.entries(services[service]?.environment ?? {})
		.filter(([name]) => !OF_THE_CONTAINER.test(name))
		.map(([name, value]) => [
			name,
			value.replace(/\$\{COMPANY_RADAR_VERSION[^}]*\}/, version).replace(/\$\{\w+:-(.*?)\}/, '$1'),
		]);
	return Object.fromEntries(settings) as Record<string, string>;
}

const FOR_WEBHOOK_PROCESSES = /^\/webhook(-waiting)?\//;

/** What stands before n8n in queue mode: published webhooks go to the process for webhooks, all else to the main one. */
export async function startLoadBalancer(targets: () => { main: string; webhooks: string }): Promise<Gate> {
	const balancer = await Gate.start(
		(path) => targets()[FOR_WEBHOOK_PROCESSES.test(path) ? 'webhooks' : 'main'],
	);
	balancer.isOpen = true;
	return balancer;
}

const CONFIGURATION = 'dist/modules/community-packages/community-packages.config.js';

/** The host that n8n installs community packages from, as n8n itself names it. */
async function registryHost(n8n: string): Promise<string> {
	const file = path.resolve(path.dirname(n8n), '..', CONFIGURATION);
	const [, address] = /registry = '(https:[^']+)'/.exec(await readFile(file, 'utf8')) ?? [];
	if (!address) throw new Error(`${file} names no registry`);
	return new URL(address).host;
}

/** A registry that has one package only: what `npm pack` made of this one. */
async function registryOf(host: string, tarball: string): Promise<Respond> {
	const content = await readFile(tarball);
	const file = `${name}-${version}.tgz`;
	const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
	const dist = { tarball: `https://${host}/${name}/-/${file}`, integrity };
	const release = { name, version, dist };
	return ({ address }) => {
		if (address.endsWith(file)) return content;
		if (address === `${host}/${name}/${version}`) return release;
		return { name, 'dist-tags': { latest: version }, versions: { [version]: release } };
	};
}

/** With settings that lead n8n to a stand-in for its registry. npm asks the registry that n8n names, whatever this computer's user has set. */
export async function withRegistry<T>(
	context: E2eContext,
	run: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
	const { n8n } = await installHost(context);
	const host = await registryHost(n8n);
	const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-npm-'));
	const services = await Services.start({ [host]: await registryOf(host, context.tarball) });
	try {
		const NPM_CONFIG_USERCONFIG = path.join(folder, 'npmrc');
		await writeFile(NPM_CONFIG_USERCONFIG, '');
		const NPM_CONFIG_CACHE = path.join(folder, 'cache');
		return await run({ ...services.env, NPM_CONFIG_USERCONFIG, NPM_CONFIG_CACHE });
	} finally {
		await services.stop();
		await rm(folder, { recursive: true, force: true });
	}
}
