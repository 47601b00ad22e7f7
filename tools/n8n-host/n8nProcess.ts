import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { loopback } from '../shared/loopback';
import { ProcessGroup, type Exit } from '../shared/processGroup';
import type { HostInstallation } from './install';

/** On a busy computer n8n takes minutes to start; one that hangs prints nothing. */
const READY_WITHIN_MINUTES = 20;
const SILENT_MINUTES = 5;
const MINUTE_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const LINES_KEPT = 5_000;
const LINES_TOLD = 20;
const WAY_OUT = 'Run the command again when the computer is less busy: what was downloaded is kept.';

export interface N8nCommand {
	installation: HostInstallation;
	/** `start` is the whole n8n; `worker` and `webhook` are the further processes of queue mode. */
	command: 'start' | 'worker' | 'webhook';
	env: Record<string, string>;
	/** Answers 200 once the process is ready. */
	readyUrl: string;
	signal?: AbortSignal;
}

/** n8n ended before it was ready; `log` tells why. */
export class N8nStartError extends Error {
	constructor(
		command: string,
		reason: string,
		readonly log: string,
	) {
		super(`n8n ${command} ${reason}. ${WAY_OUT} Its last lines:\n${lastLines(log, LINES_TOLD)}`);
	}
}

/** One running n8n process with its code runners. */
export class N8nProcess {
	private readonly lines: string[] = [];
	private lastLineAt = performance.now();

	private constructor(private readonly group: ProcessGroup) {
		this.keepLines(group.child.stdout);
		this.keepLines(group.child.stderr);
	}

	/** Starts n8n and resolves when it is ready; if it ends or is not ready in time, nothing is left running. */
	static async start({ installation, command, env, ...how }: N8nCommand) {
		how.signal?.throwIfAborted();
		const args = [installation.n8n, command];
		const group = new ProcessGroup(installation.node, args, { env });
		const n8n = new N8nProcess(group);
		try {
			await n8n.untilReady(command, how.readyUrl, how.signal);
			return n8n;
		} catch (error) {
			await n8n.kill();
			throw error;
		}
	}

	get pid(): number {
		return Number(this.group.child.pid);
	}

	get exited(): Promise<Exit> {
		return this.group.exited;
	}

	/** What n8n printed so far, the oldest lines dropped after 5,000. */
	log(): string {
		return this.lines.join('\n');
	}

	/** Sends a signal to n8n and everything it started, and waits for its end. */
	async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
		this.group.kill(signal);
		await this.exited;
	}

	async stop(graceMs?: number): Promise<void> {
		await this.group.stop(graceMs);
	}

	private keepLines(stream: Readable): void {
		createInterface({ input: stream }).on('line', (line) => {
			this.lines.push(line);
			this.lastLineAt = performance.now();
			if (this.lines.length > LINES_KEPT) this.lines.shift();
		});
	}

	private async untilReady(command: string, url: string, signal?: AbortSignal): Promise<void> {
		const ended = this.exited.then(({ code, signal: by, error }) => {
			const how = error?.message ?? (by ? `was ended by ${by}` : `ended with code ${code}`);
			throw new N8nStartError(command, `${how} before it was ready`, this.log());
		});
		const startedAt = performance.now();
		while (!(await Promise.race([ended, answers(url)]))) {
			const failure = this.failureSince(startedAt);
			if (failure) throw new N8nStartError(command, `${failure} and wasn't ready yet`, this.log());
			await Promise.race([ended, sleep(LOOK_AGAIN_MS, undefined, { signal })]);
		}
	}

	private failureSince(startedAt: number): string | undefined {
		const minutesSince = (moment: number) => (performance.now() - moment) / MINUTE_MS;
		if (minutesSince(this.lastLineAt) > SILENT_MINUTES)
			return `printed nothing for ${SILENT_MINUTES} minutes`;
		if (minutesSince(startedAt) > READY_WITHIN_MINUTES) return `ran for ${READY_WITHIN_MINUTES} minutes`;
		return undefined;
	}
}

const answers = (url: string) =>
	loopback.get(url).then(
		({ status }) => status === 200,
		() => false,
	);

const lastLines = (text: string, count: number) => text.split('\n').slice(-count).join('\n');
