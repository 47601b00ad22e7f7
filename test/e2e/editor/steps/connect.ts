import { RESOURCES } from '../../../../nodes/CompanyRadar/operations';
import { RADAR_EVENTS } from '../../../../nodes/shared/form/fieldOptions';
import { TOOL } from '../../../../tools/shared/nodeTypes';
import { inARow, nodeOf } from '../../stage';
import type { Browser } from '../browser';
import { CredentialForm, type EditorStage, type Step } from '../editor';

const EVENTS_LOOKED_FOR = ['New hire at a company', 'Contact changed jobs', 'Funding round', 'Radar failed'];

/** All actions are to be seen without scrolling, next to a part of the canvas. */
const PANEL = { x: 640, y: 0, width: 760, height: 1290 };

async function pictureOfPanel(browser: Browser): Promise<void> {
	const { page } = browser;
	const size = page.viewportSize();
	await page.setViewportSize({ width: PANEL.x + PANEL.width, height: PANEL.height });
	await browser.picture('node-panel', { clip: PANEL });
	if (size) await page.setViewportSize(size);
}

/** n8n shows both nodes as one entry, with the triggers and the actions below it. */
export const addNodes: Step = {
	what: 'A search in the node panel finds the nodes, with each event and each action',
	async run({ browser, editor }) {
		const actions = RESOURCES.flatMap(({ operations }) => operations);
		await editor.newWorkflow();
		await editor.addManualTrigger();
		await editor.openPanel();
		const entry = await editor.search('company radar', 'Company Radar');
		await entry.getByText('Monitor companies, people and industries').waitFor();
		await editor.showActions();
		await editor.panel.getByText(`Actions (${actions.length})`).waitFor();
		for (const { action } of actions) await editor.panel.getByText(action, { exact: true }).waitFor();
		await pictureOfPanel(browser);
		await editor.panel.getByText(`Triggers (${RADAR_EVENTS.length})`).click();
		for (const event of EVENTS_LOOKED_FOR) await editor.panel.getByText(event, { exact: true }).waitFor();
		return `${RADAR_EVENTS.length} events, ${actions.length} actions`;
	},
};

const REFUSED = 'The API key was rejected.';

export const wrongKey: Step = {
	what: 'A new credential with a wrong key fails its test, and says why',
	async run({ editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get account balance and usage');
		await view.credential.getByText('Connect to Company Radar').click();
		const form = new CredentialForm(editor.page);
		await form.shows('Find it next to your API key');
		await form.fill({ apiKey: 'not-the-key', baseUrl: sandbox.baseUrl });
		await form.save();
		await form.shows('Couldn’t connect with these settings');
		await form.showDetails();
		await form.shows(REFUSED);
		return REFUSED;
	},
};

/** In the form that `wrongKey` left open. */
export const rightKey: Step = {
	what: 'With the right key it passes',
	async run({ editor, sandbox }) {
		const form = new CredentialForm(editor.page);
		await form.fill({ apiKey: sandbox.apiKey });
		await form.save();
		await form.untilClosed();
		await editor.page.getByTestId('credential-edit-button').click();
		await form.shows('Connection tested successfully');
		await form.close();
		return 'Connection tested successfully';
	},
};

const NEW = 'Radar tool';
const BULK = 'Bulk tool';
const ONE_PER_CALL = 'An AI agent gives one radar per call';

/** Opens the node as a tool; resolves with its form. */
async function openTool({ editor, host }: EditorStage, name: string, parameters: object) {
	const { id } = await host.rest.createWorkflow(inARow(name, [nodeOf(name, TOOL, parameters)]));
	await editor.showWorkflow(id);
	await editor.open(0);
	const form = editor.page.getByTestId('ndv');
	await form.getByTestId('parameter-input-operation').waitFor();
	return form;
}

export const tool: Step = {
	what: 'As a tool of an AI agent: it starts with an operation that is free, and says what a call can do',
	async run(stage) {
		const before = stage.sandbox.control.log().length;
		const form = await openTool(stage, NEW, {});
		const operation = await form.getByTestId('parameter-input-operation').locator('input').inputValue();
		if (operation !== 'Get Many') throw new Error(`It starts with ${operation}.`);
		const bulk = await openTool(stage, BULK, { resource: 'bulkRequest', operation: 'create' });
		await bulk.getByText(ONE_PER_CALL).waitFor();
		if (stage.sandbox.control.log().length > before) throw new Error('The service was called.');
		return `Radar: ${operation}; ${ONE_PER_CALL}`;
	},
};
