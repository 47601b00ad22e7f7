import 'reflect-metadata';

import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IRun,
	ITaskData,
	IWorkflowBase,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { runData, start } from './engine';
import { TestNodeTypes } from './nodeTypes';

export type WorkflowJson = Pick<IWorkflowBase, 'nodes' | 'connections'> & Partial<IWorkflowBase>;

export interface RunOptions {
	/** Decrypted data of the credential that the workflow's nodes use. */
	credential: ICredentialDataDecryptedObject;
	mode?: WorkflowExecuteMode;
	/** Called with the running workflow, e.g. to press the stop button. */
	onStart?: (running: { stop: () => void }) => void;
}

/** What a workflow did, by node name. Items are those of the node's last run. */
export class RunResult {
	constructor(readonly run: IRun) {}

	task(node: string): ITaskData {
		const task = this.run.data.resultData.runData[node]?.at(-1);
		if (!task) throw new Error(`The node "${node}" did not run`);
		return task;
	}

	ran(node: string): boolean {
		return this.run.data.resultData.runData[node] !== undefined;
	}

	/** Items with their JSON and item links. Where the node failed, its error is the test's. */
	items(node: string, output = 0) {
		const { error } = this.task(node);
		if (error) throw error;
		return this.task(node).data?.main?.[output] ?? [];
	}

	json(node: string, output = 0): IDataObject[] {
		return this.items(node, output).map((item) => item.json);
	}

	hints(node: string): string[] {
		return (this.task(node).hints ?? []).map((hint) => hint.message);
	}

	get error() {
		return this.run.data.resultData.error;
	}
}

/** What our nodes said in a run. */
export interface Told {
	tasks: Array<Pick<ITaskData, 'hints' | 'error' | 'data'>>;
	/** Whether that isn't all: n8n keeps only the last try of a node. */
	isPart?: boolean;
}

/** Gets each run at its start, and what was said at its end. */
type Watcher = (credential?: ICredentialDataDecryptedObject) => ((told: Told) => void) | undefined;

const watchers = new Set<Watcher>();

/** Returns what ends it. */
export function watchRuns(watcher: Watcher): () => void {
	watchers.add(watcher);
	return () => void watchers.delete(watcher);
}

const ACTION = 'n8n-nodes-company-radar.companyRadar';

/** What the action node said, alone or as a tool, which has no panel. */
function toldByAction({ run }: RunResult, { nodes }: WorkflowJson): Told {
	const own = nodes.filter(({ type }) => type === ACTION || type === `${ACTION}Tool`);
	return {
		tasks: own.flatMap(({ name }) => run.data.resultData.runData[name] ?? []),
		isPart:
			run.status === 'canceled' ||
			own.some(({ retryOnFail, type }) => retryOnFail === true || type !== ACTION),
	};
}

/**
 * Runs a workflow in the real n8n engine, in this process, with real HTTP.
 * Nodes with pinned data put out that data; the first trigger node is the start.
 */
export async function runWorkflow(json: WorkflowJson, options: RunOptions): Promise<RunResult> {
	const mode = options.mode ?? 'manual';
	const workflow = new Workflow({
		id: 'test',
		name: 'Test',
		nodes: json.nodes,
		connections: json.connections,
		active: false,
		nodeTypes: new TestNodeTypes(),
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin', ...json.settings },
	});
	const startNode = workflow.getStartNode();
	if (!startNode) throw new Error('The workflow has no start node');
	const engine = new WorkflowExecute(additionalDataFor(options.credential, json, mode), mode, runData());
	const tellers = [...watchers].map((watcher) => watcher(options.credential));
	const execution = start(engine, { workflow, startNode, pinData: json.pinData });
	options.onStart?.({ stop: () => execution.cancel() });
	const result = new RunResult(await execution);
	for (const tell of tellers) tell?.(toldByAction(result, json));
	return result;
}

const plainNode = (name: string, type: string, x: number, y: number) => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [x, y] as [number, number],
	parameters: {},
});

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

/** The workflow most tests need: items, then the node under test, then a node on each of its outputs. */
export function workflowAround(
	parameters: IDataObject,
	items: IDataObject[] = [{}],
	node: Partial<WorkflowJson['nodes'][number]> = {},
): WorkflowJson {
	return {
		nodes: [
			plainNode('Start', 'manualTrigger', 0, 0),
			{
				id: 'node',
				name: 'Company Radar',
				type: 'n8n-nodes-company-radar.companyRadar',
				typeVersion: 1,
				position: [200, 0],
				parameters: parameters as WorkflowJson['nodes'][number]['parameters'],
				credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
				...node,
			},
			plainNode('Success', 'noOp', 400, 0),
			plainNode('Error', 'noOp', 400, 200),
		],
		connections: {
			Start: { main: [to('Company Radar')] },
			'Company Radar': { main: [to('Success'), to('Error')] },
		},
		pinData: { Start: items.map((json) => ({ json })) as never },
	};
}

/** The same, with the node run twice on the items, as in a loop. */
export function workflowRunningTwice(...args: Parameters<typeof workflowAround>): WorkflowJson {
	const { nodes, connections, ...around } = workflowAround(...args);
	return {
		...around,
		nodes: [...nodes, plainNode('First', 'noOp', 100, 0), plainNode('Second', 'noOp', 100, 200)],
		connections: {
			...connections,
			Start: { main: [[...to('First'), ...to('Second')]] },
			First: { main: [to('Company Radar')] },
			Second: { main: [to('Company Radar')] },
		},
	};
}

/** Runs the action node on the items with these parameters. Its name in the result is "Company Radar". */
export async function runNode(
	parameters: IDataObject,
	items: IDataObject[],
	options: RunOptions & { node?: Partial<WorkflowJson['nodes'][number]> },
): Promise<RunResult> {
	return await runWorkflow(workflowAround(parameters, items, options.node), options);
}
