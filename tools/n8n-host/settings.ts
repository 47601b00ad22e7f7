import path from 'node:path';
import { cacheFolder } from '../shared/cacheFolder';
import type { HostInstallation } from './install';

/** What n8n may see of the user's own environment: nothing that could be a setting of another n8n. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE', 'APPDATA'];

export interface HostPorts {
	/** Editor, REST and webhooks. */
	main: number;
	/** n8n's task broker, which its code runners connect to. */
	broker: number;
}

export const urlOf = (ports: HostPorts) => `http://127.0.0.1:${ports.main}`;

/** How every n8n here behaves: it shows what a user sees, and calls nobody by itself. */
export const BEHAVIOR = {
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
	// A busy computer takes longer than the five seconds that n8n gives a ping of its database, after which it says 503 to everything, and an expression.
	DB_PING_TIMEOUT_MS: '600000',
	N8N_EXPRESSION_ENGINE_TIMEOUT: '600000',
	GENERIC_TIMEZONE: 'UTC',
} as const;

/** The environment of an n8n that listens on loopback only and calls nobody by itself. */
export function settings(
	installation: HostInstallation,
	userFolder: string,
	ports: HostPorts,
): Record<string, string> {
	return {
		...inherited(),
		PATH: `${path.dirname(installation.node)}${path.delimiter}${process.env.PATH}`,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(ports.main),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_EDITOR_BASE_URL: urlOf(ports),
		N8N_WEBHOOK_URL: urlOf(ports),
		...BEHAVIOR,
		NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled'),
	};
}

function inherited(): Record<string, string> {
	const present = INHERITED.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	return Object.fromEntries(present);
}
