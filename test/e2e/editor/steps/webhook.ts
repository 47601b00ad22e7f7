import type { Step } from '../step';

export const webhook: Step = {
	what: 'Webhook: a sample of what a radar type finds',
	async run({ editor }) {
		const view = await editor.newManualWorkflow('Send test event to webhook (free)');
		await view.choose('radarType', 'Contact: Job Changes');
		await view.execute();
		await view.shows('1 item', 'contact_job_changes', 'change_type');
		return 'contact_job_changes';
	},
};
