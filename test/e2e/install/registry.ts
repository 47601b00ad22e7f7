import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { HostInstallation } from '../../../tools/n8n-host/install';
import type { Respond } from '../examples/services/services';

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
