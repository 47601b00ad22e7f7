import type { RunOptions } from './runNode';

export interface NpmOptions extends RunOptions {
	/** Added to this process's environment. */
	env?: Record<string, string>;
	/** The Node binary that npm and the packages' scripts run under. */
	node?: string;
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
