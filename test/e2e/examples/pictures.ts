import path from 'node:path';

import type { Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n-host/host';
import { Browser } from '../editor/browser';
import { Editor } from '../editor/editor';
import type { Stage } from '../stage';
import type { Chosen } from './credentials';
import { EXAMPLE_NAMES, readExample, withCredentials } from './example';

/** Names and subtitles of nodes reach beyond them. */
const MARGIN = { left: 16, top: 16, right: 72, bottom: 48 };

/** The buttons that n8n lays over the canvas. */
const WITHOUT_BUTTONS = `
	[data-test-id="canvas-controls"], [role="radiogroup"], [data-test-id="node-creator-plus-button"],
	[data-test-id="command-bar-button"], [data-test-id="add-sticky-button"], [data-test-id="toggle-focus-panel-button"],
	div:has([data-test-id="execute-workflow-button"], [data-test-id="workflow-chat-button"]):not(:has([data-test-id="canvas"]))
	{ visibility: hidden !important }`;

/** Keeps a picture of the canvas of each example, with its samples. */
export async function takePictures(
	chosen: Chosen,
	{ host, artefacts }: Stage,
	names = EXAMPLE_NAMES,
): Promise<void> {
	const browser = await Browser.open(host.url, path.join(artefacts, 'examples'));
	try {
		const editor = new Editor(browser.page);
		await editor.logIn(OWNER);
		for (const name of names) {
			const { id } = await host.rest.createWorkflow(withCredentials(readExample(name), chosen));
			await editor.showWorkflow(id);
			await browser.picture(name, { clip: await aroundNodes(browser.page), style: WITHOUT_BUTTONS });
		}
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
