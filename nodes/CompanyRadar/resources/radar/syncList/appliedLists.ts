import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether another run of this execution has applied the list, as with batches: each run then sees a part of the list, and would
 * deactivate the rest. With `apply`, notes that this run applies it. A retry is the same run.
 */
export function isAppliedBefore(execution: IExecuteFunctions, list: string, apply: boolean): boolean {
	const flow = execution.getContext('flow') as { companyRadarLists?: Record<string, string> };
	const run = `${execution.getNode().id}:${String(execution.getWorkflowDataProxy(0).$runIndex)}`;
	const applied = new Map(Object.entries(flow.companyRadarLists ?? {}));
	const before = applied.get(list);
	if (apply && before === undefined) {
		flow.companyRadarLists = Object.fromEntries([...applied, [list, run]]);
	}
	return before !== undefined && before !== run;
}
