import { manualWorkflow } from '../manualWorkflow';
import type { Stage } from '../stage';
import type { Browser } from './browser';
import type { Editor } from './editor';
import type { NodeView } from './nodeView';

export interface EditorStage extends Stage {
	browser: Browser;
	editor: Editor;
}

/** Something that a user does in the editor. Steps follow each other: later ones use the credential and radars of earlier ones. */
export interface Step {
	what: string;
	/** Resolves with what was to be seen; rejects if it was not what it should be. */
	run(stage: EditorStage): Promise<string>;
}

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
