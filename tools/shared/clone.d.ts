/** Whether node_modules holds what package-lock.json asks for. */
export function isInstalled(root: string): boolean;

/** Makes node_modules hold what package-lock.json asks for; safe to call from several processes at once. */
export function ensureInstalled(
	root: string,
	options: { log: (line: string) => void; signal?: AbortSignal },
): Promise<void>;
