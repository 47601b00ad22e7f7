import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../sandbox';
import { startHost } from '../n8n-host/host';
import { installHost } from '../n8n-host/install';
import { announce, untilEnded } from '../n8n-host/stay';
import { buildPackage, packPackage, watchPackage } from '../pack';
import type { Task } from '../shared/task';
import { temporaryFolder } from '../shared/temporaryFolder';

const CREDENTIAL = { name: 'Company Radar sandbox', type: 'companyRadarApi' };
const LIVELY = { findings: { afterCreation: 2, delay: 5 } };

/** Resolves once the user stops it; nothing is left running then. */
export async function runDev(task: Task & { signal: AbortSignal }): Promise<boolean> {
	const folder = temporaryFolder('dev');
	await installHost(task);
	task.log('Building and packing the package');
	await buildPackage(task);
	const { name, tarball } = await packPackage(folder, task);

	const running: Array<{ stop(): Promise<void> }> = [];
	try {
		task.log('Starting the sandbox service and n8n');
		const sandbox = await startSandbox({ settings: LIVELY });
		running.unshift(sandbox);
		const userFolder = path.join(folder, 'n8n');
		mkdirSync(userFolder);
		const host = await startHost({ tarball, userFolder, env: { N8N_DEV_RELOAD: 'true' } }, task);
		running.unshift(host);
		const { apiKey, baseUrl } = sandbox;
		await host.rest.createCredential({ ...CREDENTIAL, data: { apiKey, baseUrl } });

		running.unshift(watchPackage(path.join(userFolder, '.n8n/nodes/node_modules', name), task));
		announce(host, sandbox, task);
		task.log(
			'Change a file in nodes/, credentials/ or icons/, and the editor has it. Ctrl-C ends everything.',
		);
		await untilEnded(host, task);
		return true;
	} finally {
		for (const part of running) await part.stop();
	}
}
