import type { EditorStage, Step } from '../step';

const NEW = 'Radar tool';
const BULK = 'Bulk tool';
const ONE_PER_CALL = 'An AI agent gives one radar per call';

/** Opens the node as a tool; resolves with its form. */
async function openTool({ editor, host }: EditorStage, name: string, parameters: object) {
	const type = 'n8n-nodes-company-radar.companyRadarTool';
	const node = { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
	const { id } = await host.rest.createWorkflow({ name, nodes: [node], connections: {} });
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
		await stage.browser.picture('tool');
		if (operation !== 'Get Many') throw new Error(`It starts with ${operation}.`);
		const bulk = await openTool(stage, BULK, { resource: 'bulkRequest', operation: 'create' });
		await bulk.getByText(ONE_PER_CALL).waitFor();
		if (stage.sandbox.control.log().length > before) throw new Error('The service was called.');
		return `Radar: ${operation}; ${ONE_PER_CALL}`;
	},
};
