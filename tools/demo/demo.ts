import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { OWNER, startHost, type Host } from '../n8n-host/host';
import { installHost } from '../n8n-host/install';
import { buildPackage, packPackage } from '../pack';
import type { Task } from '../shared/task';
import type { DemoContext } from './context';
import { runSteps } from './runSteps';

const CREDENTIAL = { name: 'Company Radar demo', type: 'companyRadarApi' };
/** From the table on, radars that the user makes in the editor find something by themselves. */
const LIVELY = { findings: { afterCreation: 2, delay: 5 } };

/**
 * Brings up the sandbox service and n8n with the package, and runs the steps. With `stay`, it then stays up until the
 * task is aborted. Resolves with whether every step gave what it should; nothing is left running in any case.
 */
export async function runDemo(
	{ stay }: { stay: boolean },
	task: Task & { signal: AbortSignal },
): Promise<boolean> {
	const folder = temporaryFolder();
	await installHost(task);
	task.log('Building and packing the package');
	await buildPackage(task);
	const { tarball } = await packPackage(folder, task);

	const running: Array<{ stop(): Promise<void> }> = [];
	try {
		task.log('Starting the sandbox service');
		const sandbox = await startSandbox();
		running.unshift(sandbox);
		task.log('Starting n8n with the package');
		const userFolder = path.join(folder, 'n8n');
		mkdirSync(userFolder);
		const host = await startHost({ tarball, userFolder }, task);
		running.unshift(host);

		const passed = await runSteps(await contextOf(host, sandbox, task.signal), task.log);
		if (stay) await untilAborted(host, sandbox, task);
		return passed;
	} finally {
		for (const part of running) await part.stop();
	}
}

/** Removed when this process ends, however it ends. */
function temporaryFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-demo-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}

async function contextOf({ rest }: Host, sandbox: Sandbox, signal: AbortSignal): Promise<DemoContext> {
	const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl };
	const { id } = await rest.createCredential({ ...CREDENTIAL, data });
	return { rest, sandbox, credential: { id, name: CREDENTIAL.name }, signal };
}

async function untilAborted(host: Host, sandbox: Sandbox, { log, signal }: Task & { signal: AbortSignal }) {
	sandbox.control.change(LIVELY);
	log(`Editor:  ${host.url}/home/workflows`);
	log(`Log in:  ${OWNER.email}  ${OWNER.password}`);
	log(`Service: ${sandbox.baseUrl}  key ${sandbox.apiKey}`);
	log('The workflows above are in the editor: open and run them. Ctrl-C ends everything.');
	await Promise.race([host.exited, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
	if (!signal.aborted)
		throw new Error(`n8n ended by itself. Its last lines:\n${host.log().split('\n').slice(-20).join('\n')}`);
}
