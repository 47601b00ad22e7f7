import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

import type { HostInstallation } from '../../../tools/n8n-host/install';
import type { Respond } from '../examples/services';

const FOLDER = path.resolve(__dirname, '../../../examples/docker');

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
export async function startLoadBalancer(targets: () => { main: string; webhooks: string }) {
	const server = createServer((message, response) => {
		const { main, webhooks } = targets();
		const { method, url = '', headers } = message;
		const target = FOR_WEBHOOK_PROCESSES.test(url) ? webhooks : main;
		const forwarded = request(target + url, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		forwarded.once('error', () => response.writeHead(502).end());
		message.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}`, stop };
}

const CONFIGURATION = 'dist/modules/community-packages/community-packages.config.js';

/** The host that n8n installs community packages from, as n8n itself names it. */
export async function registryHost({ n8n }: HostInstallation): Promise<string> {
	const file = path.resolve(path.dirname(n8n), '..', CONFIGURATION);
	const [, address] = /registry = '(https:[^']+)'/.exec(await readFile(file, 'utf8')) ?? [];
	if (!address) throw new Error(`${file} names no registry`);
	return new URL(address).host;
}

/** A registry that has one package only: what `npm pack` made of this one. */
export async function registryOf(
	host: string,
	{ name, version }: { name: string; version: string },
	tarball: string,
): Promise<Respond> {
	const content = await readFile(tarball);
	const file = `${name}-${version}.tgz`;
	const release = {
		name,
		version,
		dist: {
			tarball: `https://${host}/${name}/-/${file}`,
			integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
		},
	};
	return ({ address }) => {
		if (address.endsWith(file)) return content;
		if (address === `${host}/${name}/${version}`) return release;
		return { name, 'dist-tags': { latest: version }, versions: { [version]: release } };
	};
}
