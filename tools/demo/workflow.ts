import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Execution } from '../n8n-host/execution';
import type { WorkflowInput } from '../n8n-host/rest';
import type { DemoContext } from './context';

const START = 'Start';

interface WorkflowNode {
	credentials?: Record<string, { id: string; name: string }>;
}

/** Imports a workflow of the demo, which stays in the editor, and runs it to its end. */
export async function runWorkflow(
	name: string,
	{ rest, credential, signal }: DemoContext,
): Promise<Execution> {
	const saved = await rest.createWorkflow(withCredential(await readWorkflow(name), credential));
	const execution = await rest.executionEnd(await rest.runManually(saved, START), signal);
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? { message: `n8n says "${execution.status}"` };
		throw new Error([message, description].filter(Boolean).join(' '));
	}
	return execution;
}

async function readWorkflow(name: string): Promise<WorkflowInput> {
	const file = path.join(__dirname, 'workflows', `${name}.json`);
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowInput;
}

function withCredential(workflow: WorkflowInput, credential: DemoContext['credential']): WorkflowInput {
	const nodes = (workflow.nodes as WorkflowNode[]).map((node) =>
		node.credentials ? { ...node, credentials: { companyRadarApi: credential } } : node,
	);
	return { ...workflow, nodes };
}
