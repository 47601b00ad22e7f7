import path from 'node:path';

import { OWNER } from '../../../tools/n8n-host/host';
import { compared, type Finding, type Section } from '../section';
import { onStage } from '../stage';
import { Browser } from './browser';
import { Editor } from './editor';
import type { EditorStage, Step } from './step';
import { STEPS } from './steps';

/** A user's way through the editor, in a browser. */
export const editor: Section = {
	name: 'editor',
	risk: "only n8n's editor shows forms, pickers, messages and panels as users see them",
	packages: ['chromium'],
	run: async (context) =>
		await onStage(context, async (stage) => {
			const browser = await Browser.open(stage.host.url, path.join(context.artifacts, 'editor'));
			try {
				const withEditor = { ...stage, browser, editor: new Editor(browser.page) };
				await withEditor.editor.logIn(OWNER);
				// n8n's own first call, before the login, is a 401.
				browser.watchErrors();
				const findings: Finding[] = [];
				for (const step of STEPS) findings.push(await findingOf(step, withEditor));
				return [...findings, compared('Errors in the console of the browser', browser.errors, [])];
			} finally {
				await browser.close();
			}
		}),
};

/** A step that fails leaves a picture, and the steps after it go on. */
async function findingOf({ what, run }: Step, stage: EditorStage): Promise<Finding> {
	const start = Date.now();
	try {
		const seen = await run(stage);
		stage.log(`${what}: ${seen} (${Math.round((Date.now() - start) / 1000)} s)`);
		return { what, seen, ok: true };
	} catch (error) {
		const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
		stage.log(`${what}: ${message}`);
		await stage.browser.picture(`failed-${what.replace(/\W+/g, '-').slice(0, 40)}`);
		return { what, seen: message.split('\n')[0] ?? '', ok: false };
	}
}
