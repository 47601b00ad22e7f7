import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
	/** The program could not be started at all. */
	error?: Error;
}

/**
 * A Node program with everything it starts, in a process group of its own: a Ctrl-C in the terminal does not reach it,
 * and nothing of it outlives it or this process, however they end.
 */
export class ProcessGroup {
	/** `args` begins with the script. */
	constructor(node: string, args: string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv });
	readonly child: ChildProcess & { stdout: Readable; stderr: Readable };
	/** Resolves when the program has ended; whatever it left running has been killed. */
	readonly exited: Promise<Exit>;
	/** Sends a signal to the program and everything it started. */
	kill(signal: NodeJS.Signals): void;
	/** Asks the program to end, and kills it if it has not after `graceMs` (10 s). */
	stop(graceMs?: number): Promise<void>;
}
