import { noOperation } from '../../noOperation';
import { manualWorkflow } from '../../operations/manualWorkflow';
import type { Step } from '../step';

const NODE = 'Get Many Updates';
const FIELDS = ['summary', 'company', 'domain', 'full_name', 'title', 'link', 'date', 'profile_url'];

export const outputPreview: Step = {
	what: 'Fields of the output can be dragged before the first run',
	async run({ browser, editor, host, sandbox }) {
		const requests = sandbox.control.log().length;
		const nodes = [{ name: NODE, parameters: { resource: 'update', operation: 'getMany' } }];
		const workflow = manualWorkflow('Output preview', [{}], nodes, { id: '', name: '' });
		const next = { ...noOperation('Next'), position: [440, 0] };
		const { id } = await host.rest.createWorkflow({
			...workflow,
			nodes: [...workflow.nodes, next],
			connections: {
				...workflow.connections,
				[NODE]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] },
			},
		});
		await editor.showWorkflow(id);
		await editor.page.getByText('Radar Update: Get Many').waitFor();
		const view = await editor.open(2);
		await view.inputShows(...FIELDS);
		await browser.picture('output-preview');
		if (sandbox.control.log().length > requests) throw new Error('The service was called.');
		return FIELDS.join(', ');
	},
};
