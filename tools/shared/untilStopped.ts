import { constants } from 'node:os';
import type { Task } from './task';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command's work, which ends early and in order when the user stops it, and sets the exit code. */
export async function untilStopped(
	work: (task: Task & { signal: AbortSignal }) => Promise<boolean>,
): Promise<void> {
	const stopping = new AbortController();
	let endedBy: (typeof SIGNALS)[number] | undefined;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			// The second time, whatever runs is killed as this process exits.
			if (endedBy) process.exit(128 + constants.signals[signal]);
			endedBy = signal;
			console.log('Stopping');
			stopping.abort();
		});
	}
	try {
		const passed = await work({ log: console.log, signal: stopping.signal });
		process.exitCode = passed ? 0 : 1;
	} catch (error) {
		if (endedBy) process.exitCode = 128 + constants.signals[endedBy];
		else {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		}
	}
}
