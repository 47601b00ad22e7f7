import { cp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cachedFolder } from '../shared/cachedFolder';
import type { Task } from '../shared/task';
import type { HostInstallation } from './install';
import { N8nProcess } from './n8nProcess';
import { freePorts } from './ports';
import { settings, urlOf } from './settings';

const PORTS_FROM = 15_678;

/** Gives a fresh user folder n8n's empty database, which n8n itself takes seconds to make. */
export async function fillUserFolder(
	userFolder: string,
	installation: HostInstallation,
	task: Task,
): Promise<void> {
	if (existsSync(path.join(userFolder, '.n8n'))) return;
	const blank = await cachedFolder(
		{
			what: 'Preparing an empty n8n database',
			name: `blank-n8n-${installation.version}`,
			madeOf: installation,
			fill: (folder) => startOnce(folder, installation, task),
		},
		task,
	);
	await cp(path.join(blank, '.n8n'), path.join(userFolder, '.n8n'), { recursive: true });
}

async function startOnce(
	userFolder: string,
	installation: HostInstallation,
	{ signal }: Task,
): Promise<void> {
	const [main, broker] = (await freePorts(2, PORTS_FROM)) as [number, number];
	const ports = { main, broker };
	const n8n = await N8nProcess.start({
		installation,
		command: 'start',
		env: settings(installation, userFolder, ports),
		readyUrl: `${urlOf(ports)}/healthz/readiness`,
		signal,
	});
	await n8n.stop();
}
