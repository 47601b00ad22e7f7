import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Exit } from '../shared/processGroup';
import type { Task } from '../shared/task';
import { installCommunityPackage } from './communityPackage';
import { installHost, type HostInstallation } from './install';
import { N8nProcess, N8nStartError } from './n8nProcess';
import { freePorts } from './ports';
import { N8nRest, type Owner } from './rest';
import { settings, urlOf, type HostPorts } from './settings';
import { fillUserFolder } from './userFolder';

const USUAL_PORT = 5678;
const ATTEMPTS = 5;
const MOST_STARTS = 5;
const PORT_TAKEN = /port \d+ is already in use/i;

/** The only account of every host. */
export const OWNER: Owner = { email: 'owner@company-radar.example', password: 'Radar-Demo-1' };

export interface HostOptions {
	/** The community package to install, as `npm pack` made it. Without it, n8n starts without the package. */
	tarball?: string;
	/** Kept when the host stops. Without it a temporary one is used, and removed. */
	userFolder?: string;
	/** Further n8n settings; they win over the usual ones. */
	env?: Record<string, string>;
	/** The port to try first. */
	port?: number;
}

/** A running n8n with the package installed as users have it, and its owner logged in. */
export class Host {
	readonly rest: N8nRest;
	private n8n: N8nProcess | undefined;

	constructor(
		readonly installation: HostInstallation,
		readonly userFolder: string,
		readonly ports: HostPorts,
		private readonly options: HostOptions,
	) {
		this.rest = new N8nRest(urlOf(ports));
	}

	/** Address of the editor. */
	get url(): string {
		return this.rest.url;
	}

	/** Of the n8n that runs now. */
	get pid(): number | undefined {
		return this.n8n?.pid;
	}

	/** Resolves when the n8n that runs now has ended, by itself or not. */
	get exited(): Promise<Exit> | undefined {
		return this.n8n?.exited;
	}

	/** What n8n printed since it was last started. */
	log(): string {
		return this.n8n?.log() ?? '';
	}

	async launch(signal?: AbortSignal): Promise<void> {
		this.n8n = await N8nProcess.start({
			installation: this.installation,
			command: 'start',
			env: { ...settings(this.installation, this.userFolder, this.ports), ...this.options.env },
			readyUrl: `${this.url}/healthz/readiness`,
			signal,
		});
	}

	/** Sends a signal to n8n and everything it started, and waits for its end; SIGKILL is a crash. */
	async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
		await this.n8n?.kill(signal);
	}

	/** Starts n8n after `kill`. n8n 2.41 may end on its first start then, and whatever keeps it running starts it again; resolves with how often. */
	async relaunch(): Promise<number> {
		for (let failed = 0; ; failed++) {
			try {
				await this.launch();
				return failed;
			} catch (error) {
				if (!(error instanceof N8nStartError) || failed === MOST_STARTS) throw error;
			}
		}
	}

	/** Starts n8n again on the same user folder and ports, after `kill` or while it runs; from then on with these settings too. */
	async restart(env: Record<string, string> = {}): Promise<void> {
		await this.n8n?.stop();
		this.options.env = { ...this.options.env, ...env };
		await this.relaunch();
	}

	/** Ends n8n and everything it started, and removes the user folder unless it was given. */
	async stop(): Promise<void> {
		await this.n8n?.stop();
		if (!this.options.userFolder) await rm(this.userFolder, { recursive: true, force: true });
	}
}

/**
 * Installs n8n if it is not in the cache, and the package into the user folder; starts n8n on free ports and logs in.
 * @throws NoNetworkError, N8nStartError; nothing is left running then
 */
export async function startHost(options: HostOptions, task: Task): Promise<Host> {
	const installation = await installHost(task);
	const userFolder = options.userFolder ?? (await mkdtemp(path.join(tmpdir(), 'company-radar-n8n-')));
	let host: Host | undefined;
	try {
		// The prepared database opens with the key that it was made with only.
		if (!options.env?.N8N_ENCRYPTION_KEY) await fillUserFolder(userFolder, installation, task);
		if (options.tarball) await installCommunityPackage(userFolder, options.tarball, task);
		host = await launchOnFreePorts(
			(ports) => new Host(installation, userFolder, ports, options),
			options,
			task,
		);
		await enter(host.rest);
		return host;
	} catch (error) {
		await host?.stop();
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true });
		throw error;
	}
}

/** Another program may take a port between the look and n8n's start: then the next ones are tried. */
async function launchOnFreePorts(
	hostOn: (ports: HostPorts) => Host,
	{ port = USUAL_PORT }: HostOptions,
	{ signal }: Task,
): Promise<Host> {
	for (let first = port, attempt = 1; ; attempt++) {
		const [main, broker] = (await freePorts(2, first)) as [number, number];
		const host = hostOn({ main, broker });
		try {
			await host.launch(signal);
			return host;
		} catch (error) {
			const taken = error instanceof N8nStartError && PORT_TAKEN.test(error.log);
			if (!taken || attempt === ATTEMPTS) throw error;
			first = broker + 1;
		}
	}
}

async function enter(rest: N8nRest): Promise<void> {
	if (await rest.hasOwner()) await rest.logIn(OWNER);
	else await rest.setUpOwner(OWNER);
}
