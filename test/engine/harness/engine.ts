import type { WorkflowExecute } from 'n8n-core';
import type { IExecuteData, INode, IPinData, IRun, IRunExecutionData, Workflow } from 'n8n-workflow';
import { ACTIONABLE_CAUSES, NodeApiError } from 'n8n-workflow';

/** What only newer engines have, so that tests expect no more of an older one. */
const ENGINE = {
	/** From 2.37: failed items keep their details. */
	keepsDetails: ACTIONABLE_CAUSES !== undefined,
	/** Errors tell the engine what kind of failure they are. */
	tellsFailures:
		new NodeApiError({} as INode, {}, { failure: { cause: 'credential-invalid' } }).failure !== undefined,
};

/** What is expected of the details of a failed item: nothing, where the engine does not keep them. */
export const detailsOf = (details: unknown) => (ENGINE.keepsDetails ? { details } : {});

/** The same for the kind of failure that an error tells of. */
export const failureOf = (cause: string) => (ENGINE.tellsFailures ? { failure: { cause } } : {});

/** What n8n 1 and 2 both take as the data of a run. */
export const runData = (nodeExecutionStack: IExecuteData[] = []): IRunExecutionData =>
	({
		version: 1,
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack,
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	}) as unknown as IRunExecutionData;

interface Start {
	workflow: Workflow;
	startNode: INode;
	pinData?: IPinData;
}

interface Running extends Promise<IRun> {
	cancel(): void;
}

type RunOfOlderEngines = (
	workflow: Workflow,
	startNode?: INode,
	destinationNode?: string,
	pinData?: IPinData,
) => Running;

/** Starts a run; engines of n8n 1 take its parts one by one. */
export function start(engine: WorkflowExecute, { workflow, startNode, pinData }: Start): Running {
	if (engine.run.length === 1) return engine.run({ workflow, startNode, pinData }) as Running;
	return (engine.run as unknown as RunOfOlderEngines).call(engine, workflow, startNode, undefined, pinData);
}
