// Usage: npm run demo [-- --once]
// Shows the package at work on a real n8n, against the sandbox service. With --once it ends after the table.
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { runDemo } from './demo';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<void> {
	const { once } = parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;
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
		const passed = await runDemo({ stay: !once }, { log: console.log, signal: stopping.signal });
		process.exitCode = passed ? 0 : 1;
	} catch (error) {
		if (endedBy) process.exitCode = 128 + constants.signals[endedBy];
		else {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		}
	}
}

void main();
