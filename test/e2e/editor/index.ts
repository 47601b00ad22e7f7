import { attempted, compared, type Finding, type Section } from '../section';
import { onStage } from '../stage';
import { inEditor, type EditorStage, type Step } from './editor';
import { addNodes, rightKey, tool, wrongKey } from './steps/connect';
import { bulkRequest, health, outputPreview, radar, wrongTitleExpression } from './steps/operations';
import { event, polling, publishing, webhookDelivery } from './steps/trigger';

/** In this order. */
const STEPS: readonly Step[] = [
	addNodes,
	wrongKey,
	rightKey,
	bulkRequest,
	radar,
	outputPreview,
	wrongTitleExpression,
	// Before a workflow is published, which then asks the service for updates.
	tool,
	event,
	polling,
	webhookDelivery,
	publishing,
	health,
];

/** A user's way through the editor, in a browser. */
export const editor: Section = {
	name: 'editor',
	risk: "n8n's editor may not show a form, picker, message or panel as it is meant",
	packages: ['chromium'],
	run: async (context) =>
		await onStage(
			context,
			async (stage) =>
				await inEditor(stage, 'editor', async (opened) => {
					// n8n's own first call, before the login, is a 401.
					opened.browser.watchErrors();
					const findings: Finding[] = [];
					for (const step of STEPS) findings.push(await findingOf(step, { ...stage, ...opened }));
					const { errors } = opened.browser;
					return [...findings, compared('Errors in the console of the browser', errors, [])];
				}),
		),
};

/** A step that fails leaves a picture, and the steps after it go on. */
async function findingOf({ what, run }: Step, stage: EditorStage): Promise<Finding> {
	const start = Date.now();
	const finding = await attempted(what, async () => ({ seen: await run(stage), ok: true }));
	stage.log(`${what}: ${finding.seen} (${Math.round((Date.now() - start) / 1000)} s)`);
	if (!finding.ok) await stage.browser.picture(`failed-${what.replace(/\W+/g, '-').slice(0, 40)}`);
	return finding;
}
