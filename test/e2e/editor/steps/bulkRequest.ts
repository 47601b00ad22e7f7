import type { Step } from '../step';

const COMPANIES = [
	{ domain: 'cedarfoods.com' },
	{ domain: 'birchanalytics.com' },
	{ domain: 'duneenergy.com' },
];

export const bulkRequest: Step = {
	what: 'Radars in Bulk: a radar for each item',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow('Create many radars in bulk (charged)', COMPANIES);
		await view.execute();
		await view.shows(`${COMPANIES.length} items`);
		const radars = sandbox.control.radars().map(({ radar_id: id }) => id);
		await view.shows(...radars);
		await browser.picture('bulk-create');
		return `${radars.length} radars, with the IDs that the service gave`;
	},
};
