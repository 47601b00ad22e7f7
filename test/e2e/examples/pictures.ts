import path from 'node:path';

import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n-host/host';
import { Browser } from '../editor/browser';
import { Editor } from '../editor/editor';
import type { Stage } from '../stage';
import type { Chosen } from './credentials';
import { EXAMPLE_NAMES, readExample, withCredentials, type Example } from './example';

/** Names and subtitles of nodes reach beyond them. */
const MARGIN = { left: 16, top: 16, right: 72, bottom: 48 };

/** The buttons that n8n lays over the canvas. */
const WITHOUT_BUTTONS = `
	[data-test-id="canvas-controls"], [role="radiogroup"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"], [data-test-id="toggle-focus-panel-button"],
	div:has([data-test-id="execute-workflow-button"], [data-test-id="workflow-chat-button"]):not(:has([data-test-id="canvas"]))
	{ visibility: hidden !important }`;

/** The titles of notes on the canvas whose text does not fit. */
const CLIPPED = `[...document.querySelectorAll('[data-test-id="sticky"]')]
	.filter((note) => [...note.querySelectorAll('*')].some((part) =>
		part.clientHeight > 0 && part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY === 'hidden'))
	.map((note) => note.innerText.split('\\n')[0])`;

/** Each note too small for its text. */
const tooSmall = (example: Example): Example => ({
	...example,
	nodes: example.nodes.map((node) =>
		isNote(node) ? { ...node, parameters: { ...node.parameters, width: 160, height: 80 } } : node,
	),
});

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Keeps a picture of the canvas of each example, with its samples. Resolves with the notes that are clipped. */
export async function takePictures(
	chosen: Chosen,
	{ host, artefacts }: Stage,
	names = EXAMPLE_NAMES,
): Promise<string[]> {
	const clipped: string[] = [];
	const browser = await Browser.open(host.url, path.join(artefacts, 'examples'));
	try {
		const editor = new Editor(browser.page);
		await editor.logIn(OWNER);
		const show = async (example: Example) => {
			const { id } = await host.rest.createWorkflow(example);
			await editor.showWorkflow(id);
			return await browser.page.evaluate<string[]>(CLIPPED);
		};
		const planted = readExample('ai-agent');
		const seen = await show(tooSmall(planted));
		if (seen.length !== planted.nodes.filter(isNote).length)
			throw new Error('Clipped notes are not noticed.');
		for (const name of names) {
			const titles = await show(withCredentials(readExample(name), chosen));
			clipped.push(...titles.map((title) => `${name}: ${title}`));
			await browser.picture(name, { clip: await aroundNodes(browser.page), style: WITHOUT_BUTTONS });
		}
		return clipped;
	} finally {
		await browser.close();
	}
}

async function aroundNodes(page: Page) {
	const nodes = await page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(nodes.map((node) => node.boundingBox()))).filter((box) => box !== null);
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN.left;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN.top;
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN.right - x,
		height: Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN.bottom - y,
	};
}
