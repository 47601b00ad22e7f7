/** Where what is installed once for all clones lives: n8n, its Node.js, n8n's scan. May be deleted at any time. */
export function cacheFolder(): string;
