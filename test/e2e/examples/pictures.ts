import path from 'node:path';

import type { INode, INodeExecutionData } from 'n8n-workflow';

import { OWNER } from '../../../tools/n8n-host/host';
import type { N8nRest } from '../../../tools/n8n-host/rest';
import {
	type Chosen,
	type Example,
	EXAMPLE_NAMES,
	lastNodes,
	readExample,
	startsOf,
	withCredentials,
} from './example';
import { Browser } from '../editor/browser';
import { Editor } from '../editor/editor';
import type { Stage } from '../stage';

/** Wide enough for a message, and no wider than a README. */
const SIZE = { width: 2000, height: 560 };

/** The output alone, without n8n's notices, and with the lines of a message as lines. */
const ONLY_OUTPUT = `
	[data-test-id="ndv-pinned-data-callout"], [data-test-id="run-data-hints"], [data-test-id="ndv-edit-pinned-data"],
	[data-test-id="ndv-pin-data"] { display: none !important }
	[class*="_newLine_"] { display: block; font-size: 0 }
	[class*="_limitColWidth_"], [class*="_simple_"] { max-width: none !important }`;

/** The titles of notes on the canvas whose text does not fit. */
const CLIPPED = `[...document.querySelectorAll('[data-test-id="sticky"]')]
	.filter((note) => [...note.querySelectorAll('*')].some((part) =>
		part.clientHeight > 0 && part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY === 'hidden'))
	.map((note) => note.innerText.split('\\n')[0])`;

/** Each note with more text than it can show. */
const tooFull = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		const content = `${String(node.parameters.content)}\n\n${'More text. '.repeat(200)}`;
		return isNote(node) ? { ...node, parameters: { ...node.parameters, content } } : node;
	}),
});

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

const jobOf = (name: string) => name.split('/')[0] ?? name;

/** The example that each job has its picture of: the last one, where a job has a file for each source. */
const PICTURED = new Map(EXAMPLE_NAMES.map((name) => [jobOf(name), name]));

const SLACK = 'n8n-nodes-base.slack';

/** The example with what its result puts out with its samples: a message, if it ends in one. */
async function withResult(example: Example, rest: N8nRest): Promise<{ example: Example; result: INode }> {
	const last = lastNodes(example);
	const result = last.find(({ type }) => type === SLACK) ?? last[0];
	if (!result) throw new Error(`${example.name} ends in nothing.`);
	const { pinData = {} } = example;
	if (pinData[result.name]) return { example, result };
	const [start = ''] = startsOf(example);
	const { runs } = await rest.executionEnd(await rest.runManually(await rest.createWorkflow(example), start));
	const items = (runs[result.name]?.[0]?.outputs[0] ?? []) as INodeExecutionData[];
	return { example: { ...example, pinData: { ...pinData, [result.name]: items } }, result };
}

/**
 * Looks at the canvas of each example, and keeps a picture of what its last node puts out with its samples.
 * Resolves with the notes that are clipped.
 */
export async function takePictures(
	chosen: Chosen,
	{ host, artefacts }: Stage,
	names = EXAMPLE_NAMES,
): Promise<string[]> {
	const clipped: string[] = [];
	const browser = await Browser.open(host.url, path.join(artefacts, 'examples'), { size: SIZE });
	try {
		const editor = new Editor(browser.page);
		await editor.logIn(OWNER);
		await browser.page.addStyleTag({ content: ONLY_OUTPUT });
		const show = async (example: Example) => {
			const { id } = await host.rest.createWorkflow(example);
			await editor.showWorkflow(id);
			return await browser.page.evaluate<string[]>(CLIPPED);
		};
		const planted = readExample('approve-new-radars');
		const seen = await show(tooFull(planted));
		if (seen.length !== planted.nodes.filter(isNote).length)
			throw new Error('Clipped notes are not noticed.');
		for (const name of names) {
			const { example, result } = await withResult(readExample(name), host.rest);
			const titles = await show(withCredentials(example, chosen));
			clipped.push(...titles.map((title) => `${name}: ${title}`));
			if (PICTURED.get(jobOf(name)) !== name) continue;
			const view = await editor.openById(result.id);
			await browser.picture(jobOf(name), { clip: await view.tableOfOutput() });
			await view.close();
		}
		return clipped;
	} finally {
		await browser.close();
	}
}
