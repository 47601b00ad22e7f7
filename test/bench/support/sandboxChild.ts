import { startSandbox, type SandboxOptions } from '../../../sandbox';

/** Runs a sandbox with the options of the first argument (JSON) until the parent process ends or lets go. */
async function main(): Promise<void> {
	const { baseUrl, apiKey } = await startSandbox(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
	process.once('disconnect', () => process.exit());
	process.send?.({ baseUrl, apiKey });
}

void main();
