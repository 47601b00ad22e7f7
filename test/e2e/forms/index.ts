import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n-host/host';
import { Browser } from '../editor/browser';
import { Editor } from '../editor/editor';
import { compared, type Section } from '../section';
import { credentialInput, onStage } from '../stage';
import { FORMS } from './forms';

/** The longest form needs no scrolling. */
const SIZE = { width: 1000, height: 3000 };

const MARGIN = 16;

/** From the credential to the last field. */
const FORM = `(() => {
	const { x, width, y } = document.querySelector('[data-test-id="node-parameters"]').getBoundingClientRect();
	const items = [...document.querySelectorAll('[data-test-id="parameter-item"], [data-test-id="node-parameters"] button')];
	const bottom = Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
	return { x, y, width, height: bottom - y + ${MARGIN} };
})()`;

/** Resolves when nothing was added or changed for a while. */
const RENDERED = `new Promise((resolve) => {
	let timer;
	const wait = () => { clearTimeout(timer); timer = setTimeout(resolve, 500); };
	new MutationObserver(wait).observe(document.body, { childList: true, subtree: true, attributes: true });
	wait();
})`;

const CUT_OFF = `[...document.querySelectorAll('[data-test-id="node-parameters"] :is(label, button) span')]
	.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0)
	.map((text) => text.innerText)`;

const areaOf = async (page: Page) =>
	await page.evaluate<{ x: number; y: number; width: number; height: number }>(FORM);

const THEMES = ['light', 'dark'];

const pictureOf = (name: string, theme: string) => `${name}-${theme}`;

/** One page with all pictures, side by side. */
const PAGE = `<style>figure { display: inline-block; margin: 8px; vertical-align: top; font: 14px sans-serif }</style>
${FORMS.map(({ name }) => `<figure><figcaption>${name}</figcaption>${THEMES.map((theme) => `<img src="${pictureOf(name, theme)}.png">`).join('')}</figure>`).join('\n')}\n`;

/** Pictures of every form, empty and filled in, light and dark, for people to look at. */
export const forms: Section = {
	name: 'forms',
	onRequest: true,
	packages: ['chromium'],
	run: async (context) =>
		await onStage(context, async ({ host, sandbox, artefacts, log }) => {
			const folder = path.join(artefacts, 'forms');
			const browser = await Browser.open(host.url, folder);
			try {
				const { page } = browser;
				const editor = new Editor(page);
				await editor.logIn(OWNER);
				await page.setViewportSize(SIZE);
				browser.watchErrors();
				const input = credentialInput(sandbox);
				const credential = { id: (await host.rest.createCredential(input)).id, name: input.name };
				const cutOff: string[] = [];
				for (const { name, type, parameters } of FORMS) {
					const node = { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
					const nodes = [{ ...node, credentials: { companyRadarApi: credential } }];
					const { id } = await host.rest.createWorkflow({ name, nodes, connections: {} });
					await editor.showWorkflow(id);
					await editor.open(0);
					await page.getByTestId('node-parameters').waitFor();
					await page.evaluate(RENDERED);
					for (const theme of THEMES) {
						await page.evaluate(`document.body.setAttribute('data-theme', '${theme}')`);
						await browser.picture(pictureOf(name, theme), { clip: await areaOf(page) });
					}
					const labels = await page.evaluate<string[]>(CUT_OFF);
					cutOff.push(...labels.map((label) => `${name}: ${label}`));
					log(name);
				}
				writeFileSync(path.join(folder, 'index.html'), PAGE);
				return [
					{ what: 'Forms, empty and filled in, in two pictures each', seen: String(FORMS.length), ok: true },
					compared('Labels that are cut off', cutOff, []),
					compared('Errors in the console of the browser', browser.errors, []),
				];
			} finally {
				await browser.close();
			}
		}),
};
