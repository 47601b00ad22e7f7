export interface RunOptions {
	cwd: string;
	/** What this run is for, as the user reads it: "Installing n8n 2.41.1". */
	what: string;
	/** Gets a line of progress every 15 s. */
	log?: (line: string) => void;
	env?: NodeJS.ProcessEnv;
	/** Ends the program and everything it started. */
	signal?: AbortSignal;
}

/** The program ended with another code than 0; the message has its last lines. */
export class ProgramError extends Error {
	readonly output: string;
}

/** Runs a script under a Node binary to its end; resolves with what it printed. Rejects with `ProgramError`. */
export function runNode(node: string, args: string[], options: RunOptions): Promise<string>;
