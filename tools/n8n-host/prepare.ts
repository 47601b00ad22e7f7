// Usage: npm run n8n
// Installs n8n if it isn't in the cache.
import { installHost } from './install';

void installHost({ log: console.log }).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
