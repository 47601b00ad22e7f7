import { readFileSync } from 'node:fs';
import path from 'node:path';

import { load } from 'js-yaml';

const FOLDER = path.resolve(__dirname, '../../../examples/docker');

/** What differs between a container and a process of this computer, or is entered in .env. */
const OF_THE_CONTAINER = /^(N8N_(ENCRYPTION_KEY|EDITOR_BASE_URL|WEBHOOK_URL)|(QUEUE_BULL|DB)_\w+)$/;

/** The settings of a service of one of the Compose files, with this version of the package. */
export function settingsOf(file: string, service: string, version: string): Record<string, string> {
	const { services } = load(readFileSync(path.join(FOLDER, file), 'utf8')) as {
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
