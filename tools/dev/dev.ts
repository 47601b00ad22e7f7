import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { name as packageName } from '../../package.json';
import { startSandbox } from '../../sandbox';
import { startHost } from '../n8n-host/host';
import { installHost } from '../n8n-host/install';
import { useRunning } from '../n8n-host/runningN8n';
import { announce, untilEnded } from '../n8n-host/stay';
import { buildPackage, packPackage, watchPackage } from '../pack';
import type { Task } from '../shared/task';
import { temporaryFolder } from '../shared/temporaryFolder';

const CREDENTIAL = { name: 'Company Radar sandbox', type: 'companyRadarApi' };
/** n8n loads the package again when its files change. */
export const RELOAD = { N8N_DEV_RELOAD: 'true' };
const LIVELY = { findings: { afterCreation: 2, delay: 5 } };

export interface DevOptions {
	/** A running n8n to use instead of one of its own. */
	n8n?: string;
	/** Whether somebody else takes over the changes. */
	withoutWatch?: boolean;
}

/** Resolves once the user stops it; what it started has ended then. */
export async function runDev(
	{ n8n, withoutWatch }: DevOptions,
	task: Task & { signal: AbortSignal },
): Promise<boolean> {
	const running: Array<{ stop(): Promise<void> }> = [];
	try {
		const { host, installed } = n8n
			? { host: await useRunning(n8n, packageName), installed: undefined }
			: await startOwn(task);
		running.unshift(host);
		task.log('Starting the sandbox service');
		const sandbox = await startSandbox({ settings: LIVELY });
		running.unshift(sandbox);
		const { apiKey, baseUrl } = sandbox;
		await host.rest.createCredential({ ...CREDENTIAL, data: { apiKey, baseUrl } });

		if (!withoutWatch) running.unshift(watchPackage(installed, task));
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

async function startOwn(task: Task & { signal: AbortSignal }) {
	const folder = temporaryFolder('dev');
	await installHost(task);
	task.log('Building and packing the package');
	await buildPackage(task);
	const { name, tarball } = await packPackage(folder, task);
	task.log('Starting n8n');
	const userFolder = path.join(folder, 'n8n');
	mkdirSync(userFolder);
	const host = await startHost({ tarball, userFolder, env: RELOAD }, task);
	return { host, installed: path.join(userFolder, '.n8n/nodes/node_modules', name) };
}
