import { parse } from 'flatted';

/** One item that a node put out. */
export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

export interface NodeRun {
	/** Items per output: the first is the main output, with "Continue (using error output)" the second has the failed ones. */
	outputs: Item[][];
	error?: ExecutionError;
}

/** What the editor shows of an execution that failed. */
export interface ExecutionError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: Record<string, unknown>;
}

export interface Execution {
	id: string;
	workflowId: string;
	/** `success`, `error`, `canceled`, `crashed`, ... */
	status: string;
	mode: string;
	/** The runs of each node, by its name; a node in a loop has several. */
	runs: Record<string, NodeRun[]>;
	error?: ExecutionError;
}

/** An execution as n8n's REST sends it: its data is packed with flatted. */
export interface PackedExecution extends Omit<Execution, 'runs' | 'error'> {
	data: string;
	dataTooLargeToDisplay?: boolean;
}

interface RunData {
	resultData?: {
		error?: ExecutionError;
		runData?: Record<string, Array<{ data?: { main?: Array<Item[] | null> }; error?: ExecutionError }>>;
	};
}

export function unpackExecution({ id, workflowId, status, mode, ...packed }: PackedExecution): Execution {
	if (packed.dataTooLargeToDisplay) {
		throw new Error(`Execution ${id} is too large for n8n to show: raise EXECUTIONS_DATA_MAX_DISPLAY_SIZE.`);
	}
	const { resultData } = (parse(packed.data) as RunData | undefined) ?? {};
	const runs = Object.entries(resultData?.runData ?? {}).map(([node, nodeRuns]) => [
		node,
		nodeRuns.map(({ data, error }): NodeRun => ({
			outputs: (data?.main ?? []).map((items) => items ?? []),
			error,
		})),
	]);
	return { id, workflowId, status, mode, runs: Object.fromEntries(runs), error: resultData?.error };
}

/** All items that a node put out on one of its outputs, over all its runs. */
export function itemsOf(execution: Execution, node: string, output = 0): Item[] {
	return (execution.runs[node] ?? []).flatMap((run) => run.outputs[output] ?? []);
}
