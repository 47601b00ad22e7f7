export interface NpmOptions {
	cwd: string;
	/** What this run is for, as the user reads it: "Installing n8n 2.41.1". */
	what: string;
	/** Gets a line of progress every 15 s. */
	log?: (line: string) => void;
	env?: Record<string, string>;
	/** The Node binary that npm and the packages' scripts run under. */
	node?: string;
	signal?: AbortSignal;
}

/** The registry cannot be reached; the message says so in plain words. */
export class NoNetworkError extends Error {}

/** Runs npm in a folder; resolves with what it printed. Rejects with its last lines, or with `NoNetworkError`. */
export function runNpm(args: string[], options: NpmOptions): Promise<string>;

/**
 * Asks the registry for a sign of life: without it, npm itself tries for many minutes before it gives up.
 * @throws NoNetworkError within seconds
 */
export function requireRegistry(options: NpmOptions): Promise<void>;
