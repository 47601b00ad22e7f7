import type { NodeView } from '../nodeView';
import { manualWorkflow } from '../../operations/manualWorkflow';
import type { EditorStage } from '../step';

interface OpenedNode {
	name: string;
	parameters: object;
	items?: object[];
	settings?: object;
}

/** Saves a workflow with the node, and opens the node. Its credential is the one of the earlier steps. */
export async function openNode(
	{ editor, host }: EditorStage,
	{ name, parameters, items = [{}], settings }: OpenedNode,
): Promise<NodeView> {
	const [credential] = await host.rest.request<Array<{ id: string; name: string }>>('GET', '/credentials');
	if (!credential) throw new Error('There is no credential.');
	const workflow = manualWorkflow(name, items, [{ name, parameters, settings }], credential);
	const { id } = await host.rest.createWorkflow(workflow);
	await editor.showWorkflow(id);
	return await editor.open(1);
}
