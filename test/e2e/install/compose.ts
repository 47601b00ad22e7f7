import { readFileSync } from 'node:fs';
import path from 'node:path';

import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

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
