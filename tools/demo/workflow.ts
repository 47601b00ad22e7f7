import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution } from '../n8n-host/execution';
import type { WorkflowInput } from '../n8n-host/rest';
import type { DemoContext } from './context';

const START = 'Start';
const STARTS_WITHIN_MS = 300_000;
const LOOK_AGAIN_MS = 150;

interface WorkflowNode {
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
}

/** Imports a workflow of the demo, which stays in the editor, and runs it to its end. */
export async function runWorkflow(name: string, context: DemoContext): Promise<Execution> {
	const { rest, signal } = context;
	const saved = await importWorkflow(name, context);
	return successful(await rest.executionEnd(await rest.runManually(saved, START), signal));
}

/**
 * Imports a workflow of the demo, switches it on, and waits until its trigger has started it and that run has ended.
 * @param cause called again and again until the workflow has started, with the ID that n8n gave its webhook
 */
export async function runOnTrigger(
	name: string,
	context: DemoContext,
	cause: (webhookId: string) => Promise<unknown> = async () => undefined,
): Promise<Execution> {
	const { rest, signal } = context;
	const { id, versionId, nodes } = await importWorkflow(name, context);
	const { webhookId = '' } = (nodes as WorkflowNode[]).find((node) => node.webhookId) ?? {};
	await rest.activate({ id, versionId });
	for (const deadline = Date.now() + STARTS_WITHIN_MS; Date.now() < deadline;) {
		const [first] = await rest.executions({ workflowId: id });
		if (first) return successful(await rest.executionEnd(first.id, signal));
		await cause(webhookId);
		await sleep(LOOK_AGAIN_MS, undefined, { signal });
	}
	throw new Error('The trigger did not start the workflow');
}

const importWorkflow = async (name: string, { rest, credential }: DemoContext) =>
	await rest.createWorkflow(withCredential(await readWorkflow(name), credential));

function successful(execution: Execution): Execution {
	if (execution.status === 'success') return execution;
	const { message, description } = execution.error ?? { message: `n8n says "${execution.status}"` };
	throw new Error([message, description].filter(Boolean).join(' '));
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
