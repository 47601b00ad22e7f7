import { parseArgs } from 'node:util';
import { startSandbox } from './';

const DEFAULT_PORT = '8787';
const SEED = { radars: 30, updates: 300 };

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { port: { type: 'string', default: DEFAULT_PORT }, key: { type: 'string' } },
	});
	const settings = { findings: { afterCreation: 2, delay: 1 } };
	const sandbox = await startSandbox({ port: Number(values.port), apiKey: values.key, settings });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());
	sandbox.control.seed(SEED);
	const { keys } = sandbox;
	console.log(`Base URL: ${sandbox.baseUrl}`);
	console.log(`API key:  ${keys.full}`);
	console.log(`          ${keys.withoutReveal} (without reveal)`);
	console.log(`          ${keys.readOnly} (read only)`);
	console.log(`          ${keys.inactive} (inactive)`);
	console.log(`          ${keys.other} (another account)`);
	console.log('Ctrl-C ends it.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
