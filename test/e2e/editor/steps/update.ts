import type { Step } from '../step';

const FINDINGS = 3;

export const update: Step = {
	what: 'Update: what the radars found',
	async run({ editor, sandbox }) {
		const ids = sandbox.control.pushFindings({ count: FINDINGS }).map(({ update_id: id }) => id);
		const view = await editor.newManualWorkflow('Get many radar updates (findings and failures)');
		await view.execute();
		await view.shows(`${FINDINGS} items`, ...ids);
		return `${FINDINGS} findings`;
	},
};
