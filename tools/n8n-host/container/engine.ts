import { execFile } from 'node:child_process';

const ENGINES = ['docker', 'podman'] as const;
const PATIENCE_MS = 20_000;

export type Engine = (typeof ENGINES)[number];

/**
 * The engine that answers; docker if both do.
 * @throws Error with one sentence that says what to do
 */
export async function findEngine(): Promise<Engine> {
	const answers = await Promise.all(ENGINES.map(async (engine) => await isRunning(engine)));
	const found = ENGINES.find((_, index) => answers[index]);
	if (found) return found;
	throw new Error(
		'Neither Docker nor Podman answers on this computer. Start one of them, or leave out --container.',
	);
}

/** Without a running service, the command is there but fails, or waits for it. */
async function isRunning(engine: Engine): Promise<boolean> {
	return await new Promise((resolve) => {
		execFile(engine, ['info'], { timeout: PATIENCE_MS, killSignal: 'SIGKILL' }, (error) =>
			resolve(error === null),
		);
	});
}
