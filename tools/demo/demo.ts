import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { name } from '../../package.json';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startHost, type Host } from '../n8n-host/host';
import { installHost } from '../n8n-host/install';
import { useRunning } from '../n8n-host/runningN8n';
import { announce, untilEnded } from '../n8n-host/stay';
import { buildPackage, packPackage } from '../pack';
import type { Task } from '../shared/task';
import { temporaryFolder } from '../shared/temporaryFolder';
import type { DemoContext } from './context';
import { runSteps } from './runSteps';
import { Website } from './website';

const CREDENTIAL = { name: 'Company Radar demo', type: 'companyRadarApi' };
/** From the table on, radars that the user makes in the editor find something by themselves. */
const LIVELY = { findings: { afterCreation: 2, delay: 5 } };

const TO_TRY = [
	'In the editor:',
	'  Demo 1 creates a radar for each company of a list. Add companies, and execute it again.',
	'  Demo 2 receives what radars find, within about a minute after you created one.',
	'  Demo 3 reveals the companies behind IP addresses.',
	'  Demo 4 reads the balance.',
	'  Demo 5 starts when a company opens the website. Reload it to come from another address.',
	'    Nothing starts if the address has no company, or one of the 10 companies that came already.',
	'Ctrl-C ends everything.',
];

/**
 * Brings up the sandbox service, and n8n with the package unless it is `--n8n`, and runs the steps. With `stay`, it then
 * stays up until the task is aborted. Resolves with whether every step gave what it should; what it started has ended in
 * any case.
 */
export async function runDemo(
	{ stay, n8n }: { stay: boolean; n8n?: string },
	task: Task & { signal: AbortSignal },
): Promise<boolean> {
	const running: Array<{ stop(): Promise<void> }> = [];
	try {
		const host = n8n ? await useRunning(n8n, name) : await startOwn(task);
		running.unshift(host);
		task.log('Starting the sandbox service');
		const sandbox = await startSandbox();
		running.unshift(sandbox);

		const website = new Website(host.rest.url);
		await website.listen();
		running.unshift(website);

		const passed = await runSteps(await contextOf(host, sandbox, website, task.signal), task.log);
		if (stay) {
			sandbox.control.change(LIVELY);
			announce(host, sandbox, task);
			task.log(`Website: ${website.url}`);
			for (const line of TO_TRY) task.log(line);
			await untilEnded(host, task);
		}
		return passed;
	} finally {
		for (const part of running) await part.stop();
	}
}

async function startOwn(task: Task & { signal: AbortSignal }): Promise<Host> {
	const folder = temporaryFolder('demo');
	await installHost(task);
	task.log('Building and packing the package');
	await buildPackage(task);
	const { tarball } = await packPackage(folder, task);
	task.log('Starting n8n with the package');
	const userFolder = path.join(folder, 'n8n');
	mkdirSync(userFolder);
	return await startHost({ tarball, userFolder }, task);
}

async function contextOf(
	{ rest }: Pick<Host, 'rest'>,
	sandbox: Sandbox,
	website: Website,
	signal: AbortSignal,
): Promise<DemoContext> {
	const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl };
	const { id } = await rest.createCredential({ ...CREDENTIAL, data });
	return { rest, sandbox, website, credential: { id, name: CREDENTIAL.name }, signal };
}
