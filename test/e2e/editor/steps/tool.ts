import type { Step } from '../step';

const TOOL = 'Radar tool';

export const tool: Step = {
	what: 'As a tool of an AI agent: it starts with an operation that is free',
	async run({ browser, editor, host, sandbox }) {
		const before = sandbox.control.log().length;
		const type = 'n8n-nodes-company-radar.companyRadarTool';
		const node = { id: TOOL, name: TOOL, type, typeVersion: 1, position: [0, 0], parameters: {} };
		const { id } = await host.rest.createWorkflow({ name: TOOL, nodes: [node], connections: {} });
		await editor.page.goto(`/workflow/${id}/${encodeURIComponent(TOOL)}`);
		const form = editor.page.getByTestId('ndv');
		await form.getByTestId('parameter-input-operation').waitFor();
		const operation = await form.getByTestId('parameter-input-operation').locator('input').inputValue();
		await browser.picture('tool');
		if (operation !== 'Get Many') throw new Error(`It starts with ${operation}.`);
		if (sandbox.control.log().length > before) throw new Error('The service was called.');
		return `Radar: ${operation}`;
	},
};
