import { userInfo } from 'node:os';
import { BEHAVIOR, urlOf } from '../settings';
import type { Engine } from './engine';

export interface N8nContainer {
	engine: Engine;
	image: string;
	/** Of the container. */
	name: string;
	/** Of n8n, inside and outside. */
	port: number;
	/** The folder of this computer that n8n keeps its data in. */
	dataFolder: string;
	env?: Record<string, string>;
}

/** Files that the container writes belong to whoever started it. Windows has no such numbers. */
function asThisUser(engine: Engine): string[] {
	const { uid, gid } = userInfo();
	if (uid < 0) return [];
	const sameUser = engine === 'podman' ? ['--userns', 'keep-id'] : [];
	return ['--user', `${uid}:${gid}`, ...sameUser];
}

/** n8n in a container that is removed when it ends. */
export function n8nArguments({ engine, image, name, port, dataFolder, env = {} }: N8nContainer): string[] {
	const url = urlOf({ main: port, broker: 0 });
	const settings = {
		...BEHAVIOR,
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...env,
	};
	return [
		...['run', '--rm', '--name', name, ...asThisUser(engine)],
		...['--publish', `127.0.0.1:${port}:${port}`],
		...['--volume', `${dataFolder}:/home/node/.n8n`],
		...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
		image,
	];
}

/** A Node script in n8n's network: for both, 127.0.0.1 is the same, so the sandbox may be reached over http. */
export const besideArguments = (
	{ engine, image, name }: N8nContainer,
	{ folder, modules, script, args }: { folder: string; modules: string; script: string; args: string[] },
): string[] => [
	...['run', '--rm', '--name', `${name}-beside`, '--network', `container:${name}`, ...asThisUser(engine)],
	...[
		'--volume',
		`${folder}:/commands`,
		'--volume',
		`${modules}:/commands/node_modules:ro`,
		'--workdir',
		'/commands',
	],
	...['--env', 'HOME=/tmp', '--entrypoint', 'node', image, script, ...args],
];
