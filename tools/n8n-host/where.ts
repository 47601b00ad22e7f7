import { dependencies } from './package.json';

/** Options of every command that needs an n8n. */
export const WHERE_OPTIONS = {
	n8n: { type: 'string' },
	container: { type: 'boolean', default: false },
	image: { type: 'string', default: `n8nio/n8n:${dependencies.n8n}` },
} as const;
