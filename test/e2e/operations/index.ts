import { RESOURCES } from '../../../nodes/CompanyRadar/operations';
import { itemsOf, type Execution } from '../../../tools/n8n-host/execution';
import { compared, type Finding, type Section } from '../section';
import { type AnyStage, credentialInput, onAnyStage } from '../stage';
import { manualWorkflow, START } from './manualWorkflow';
import { RESOURCE_WORKFLOWS } from './resources';
import type { OperationNode, ResourceWorkflow } from './resource';

/** Every operation in a real execution; what it puts out against what the service has and did. */
export const operations: Section = {
	name: 'operations',
	risk: 'n8n reads descriptions, credentials and schemas its own way before a node runs',
	onAnyN8n: true,
	// The section `runningN8n` runs it, compiled and with `--n8n`.
	onRequest: true,
	run: async (context) => await onAnyStage(context, runAll),
};

async function runAll(stage: AnyStage): Promise<Finding[]> {
	const input = credentialInput(stage.sandbox);
	const credential = { ...(await stage.host.rest.createCredential(input)), name: input.name };
	const findings: Finding[] = [];
	for (const workflow of RESOURCE_WORKFLOWS) findings.push(...(await runOne(workflow, credential, stage)));
	return [...findings, compared('Operations that no workflow has', missing(), [])];
}

async function runOne(
	{ resource, items, prepare, nodes }: ResourceWorkflow,
	{ id, name }: { id: string; name: string },
	{ host: { rest }, sandbox: { control } }: AnyStage,
): Promise<Finding[]> {
	prepare?.(control);
	control.clearLog();
	const workflow = await rest.createWorkflow(manualWorkflow(resource, items, nodes, { id, name }));
	const execution = await rest.executionEnd(await rest.runManually(workflow, START));
	return nodes.map((node) =>
		outcome(resource, node, execution, node.expected(control).map(withoutOwnFields)),
	);
}

/** The item without the custom fields that the package adds, which outputs leave out, also in nested radars. */
const withoutOwnFields = (item: object): object =>
	JSON.parse(
		JSON.stringify(item, (key, value: unknown) => (key.startsWith('n8n_') ? undefined : value)),
	) as object;

function outcome(resource: string, node: OperationNode, execution: Execution, expected: object[]): Finding {
	const what = `${resource}: ${node.name}`;
	const items = itemsOf(execution, node.name).map(({ json }) => json);
	if (execution.status !== 'success' && items.length === 0) {
		return { what, seen: execution.error?.message ?? execution.status, ok: false };
	}
	const ok =
		expected.length > 0 &&
		items.length === expected.length &&
		expected.every((each, index) => agrees(each, items[index]));
	const seen = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
	if (ok) return { what, seen, ok };
	const first = expected.findIndex((each, index) => !agrees(each, items[index]));
	const difference = JSON.stringify({ expected: expected[first], came: items[first] });
	return { what, seen: `${seen} in place of ${expected.length}; ${difference}`, ok };
}

/** Whether an item has all members that are expected of it, whatever their order. An empty text is no value, as null is. */
function agrees(expected: unknown, came: unknown): boolean {
	if (typeof expected !== 'object' || expected === null) return (expected ?? '') === (came ?? '');
	if (typeof came !== 'object' || came === null) return false;
	return Object.entries(expected).every(([key, value]) =>
		agrees(value, (came as Record<string, unknown>)[key]),
	);
}

function missing(): string[] {
	const shown = new Set(
		RESOURCE_WORKFLOWS.flatMap(({ nodes }) =>
			nodes.map(({ parameters }) => {
				const { resource, operation } = parameters as Record<string, string>;
				return `${resource}.${operation}`;
			}),
		),
	);
	return RESOURCES.flatMap(({ value, operations: all }) =>
		all.map((operation) => `${value}.${operation.value}`),
	).filter((name) => !shown.has(name));
}
