import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { startHost, type Host } from '../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import type { Task } from '../../../tools/shared/task';
import type { SeparateSandbox } from './separateSandbox';

const FIRST_PORT = 21_000;
const LOOK_AGAIN_MS = 100;
const TRIGGER = 'Start';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Where the two counts are in `/proc/<pid>/stat`, behind the name of the program. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const PARENT = 1;

/** The node of a workflow that is to be measured. */
export interface MeasuredNode {
	type: string;
	typeVersion: number;
	parameters: IDataObject;
	credentials?: IDataObject;
}

const statOf = (pid: number): string[] => {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** n8n's main process: the child of this one that runs its program. */
function pidOf(program: string): number {
	for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
		try {
			const isChild = Number(statOf(pid)[PARENT]) === process.pid;
			if (isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)) return pid;
		} catch {
			// It ended while the others were looked at.
		}
	}
	throw new Error('The process of n8n was not found: this bench needs Linux');
}

/** A real n8n, whose processor time is counted. */
export class BenchHost {
	private readonly pid: number;

	private constructor(private readonly host: Host) {
		this.pid = pidOf(host.installation.n8n);
	}

	static async start(tarball: string, task: Task): Promise<BenchHost> {
		return new BenchHost(await startHost({ tarball, port: FIRST_PORT }, task));
	}

	async stop(): Promise<void> {
		await this.host.stop();
	}

	/** This package's credential, and one for n8n's HTTP Request node. */
	async credentialsFor(sandbox: SeparateSandbox, requestsPerSecond: number) {
		const { rest } = this.host;
		const own = {
			name: 'Company Radar',
			type: 'companyRadarApi',
			data: sandbox.credential(requestsPerSecond),
		};
		const header = {
			name: 'Key',
			type: 'httpHeaderAuth',
			data: { name: 'x-api-key', value: sandbox.apiKey },
		};
		return {
			companyRadarApi: { id: (await rest.createCredential(own)).id, name: own.name },
			httpHeaderAuth: { id: (await rest.createCredential(header)).id, name: header.name },
		};
	}

	/** Runs a workflow of a trigger, which gives the items, and the node; resolves with the processor time in ms. */
	async run(node: MeasuredNode, items: IDataObject[]): Promise<number> {
		const workflow = await this.save(node, items);
		const before = this.cpuMs();
		await this.host.rest.runManually(workflow, TRIGGER);
		for (let status = 'new'; status !== 'success';) {
			await wait(LOOK_AGAIN_MS);
			status = (await this.host.rest.executions({ workflowId: workflow.id }))[0]?.status ?? status;
			if (['error', 'crashed', 'canceled'].includes(status))
				throw new Error(`The workflow ended with ${status}`);
		}
		return this.cpuMs() - before;
	}

	private async save(node: MeasuredNode, items: IDataObject[]): Promise<SavedWorkflow> {
		const start = { id: 'start', name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
		return await this.host.rest.request('POST', '/workflows', {
			name: 'Bench',
			nodes: [
				{ ...start, position: [0, 0], parameters: {} },
				{ id: 'node', name: 'Node', position: [200, 0], onError: 'continueRegularOutput', ...node },
			],
			connections: { [TRIGGER]: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
			settings: {},
			pinData: { [TRIGGER]: items.map((json) => ({ json })) },
		});
	}

	private cpuMs(): number {
		const stat = statOf(this.pid);
		return (Number(stat[USER_TICKS]) + Number(stat[SYSTEM_TICKS])) * TICK_MS;
	}
}
