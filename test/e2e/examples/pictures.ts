import type { INode } from 'n8n-workflow';

import type { WorkflowInput } from '../../../tools/n8n-host/rest';
import { ACTION } from '../../../tools/shared/nodeTypes';
import { inEditor, type OpenEditor } from '../editor/editor';
import { nodeOf, type Stage } from '../stage';
import { pictureOf } from '../../../tools/libraryTemplate';
import { RESOURCES } from '../../../nodes/CompanyRadar/operations';
import { EXAMPLE_NAMES, readExample, setUp, withCredentials, type Chosen, type Example } from './example';

/** Wide enough for the longest workflow, and no wider than a README. */
const SIZE = { width: 2000, height: 1500 };

/** The workflow alone, without what n8n lays over it. */
const ONLY_CANVAS = `.vue-flow__panel, [data-test-id="node-creator-plus-button"],
	[class*="_executionButtons_"] { display: none !important }`;

/** What the workflow takes of the window, with a margin. */
const WORKFLOW = `(() => {
	const boxes = [...document.querySelectorAll('.vue-flow__node')].map((node) => node.getBoundingClientRect());
	const [x, y] = [Math.min(...boxes.map(({ left }) => left)) - 16, Math.min(...boxes.map(({ top }) => top)) - 16];
	const right = Math.max(...boxes.map(({ right }) => right)) + 16;
	const bottom = Math.max(...boxes.map(({ bottom }) => bottom)) + 40;
	return { x, y, width: right - x, height: bottom - y };
})()`;

/** The titles of notes on the canvas whose text does not fit. */
const CLIPPED = `[...document.querySelectorAll('[data-test-id="sticky"]')]
	.filter((note) => [...note.querySelectorAll('*')].some((part) =>
		part.clientHeight > 0 && part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY === 'hidden'))
	.map((note) => note.innerText.split('\\n')[0])`;

/** The names of nodes on the canvas that do not fit below them. */
const CUT_NAMES = `[...document.querySelectorAll('[data-test-id="canvas-node"] [class*="_label_"]')]
	.filter((label) => label.scrollHeight > label.clientHeight + 2).map((label) => label.innerText)`;

/** A node for each action, as n8n names it. */
const EVERY_ACTION: WorkflowInput = {
	name: 'Every action',
	connections: {},
	nodes: RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation, action }) => nodeOf(action, ACTION, { resource, operation })),
	).map((node, index) => ({ ...node, position: [index * 220, 0] })),
};

/** Each note with more text than it can show. */
const tooFull = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		const content = `${String(node.parameters.content)}\n\n${'More text. '.repeat(500)}`;
		return isNote(node) ? { ...node, parameters: { ...node.parameters, content } } : node;
	}),
});

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Ready to run, with the notes of its steps only, as the others would make the nodes small. */
function withoutMainNotes(name: string, chosen: Chosen): Example {
	const example = setUp(readExample(name), chosen);
	return {
		...example,
		nodes: example.nodes.filter((node) => !isNote(node) || node.parameters.color === STEP),
	};
}

/** The color of a note that encloses a step. */
const STEP = 7;

/** Looks at the canvas of each example and action, where n8n shows each missing credential, and for `npm run pictures` keeps pictures. Resolves with what doesn't fit there. */
export async function takePictures(chosen: Chosen, stage: Stage): Promise<string[]> {
	const { host } = stage;
	const clipped: string[] = [];
	const look = async ({ browser, editor }: OpenEditor) => {
		const show = async (workflow: WorkflowInput) => {
			const { id } = await host.rest.createWorkflow(workflow);
			await editor.showWorkflow(id);
			const notes = await browser.page.evaluate<string[]>(CLIPPED);
			return [...notes, ...(await browser.page.evaluate<string[]>(CUT_NAMES))];
		};
		const planted = readExample('approve-new-radars');
		const seen = await show(tooFull(planted));
		if (seen.length !== planted.nodes.filter(isNote).length)
			throw new Error('Clipped notes are not noticed.');
		clipped.push(...(await show(EVERY_ACTION)));
		for (const name of EXAMPLE_NAMES) {
			const titles = await show(readExample(name));
			for (const { credentials, name: node } of withCredentials(readExample(name), chosen).nodes)
				if (credentials) await editor.untilIssue(node);
			clipped.push(...titles.map((title) => `${name}: ${title}`));
			if (!process.env.PICTURES) continue;
			await show(withoutMainNotes(name, chosen));
			await browser.picture(pictureOf(name), {
				style: ONLY_CANVAS,
				clip: await browser.page.evaluate(WORKFLOW),
			});
		}
		return clipped;
	};
	return await inEditor(stage, 'examples', look, { size: SIZE });
}
