import type { Step } from '../step';
import { openNode } from './openNode';

const COMPANIES = [
	{ domain: 'cedarfoods.example' },
	{ domain: 'birchanalytics.example' },
	{ domain: 'duneenergy.example' },
];

export const bulkRequest: Step = {
	what: 'Radars in Bulk: a radar for each item',
	async run(stage) {
		const { browser, sandbox } = stage;
		const view = await openNode(stage, {
			name: 'Create radars',
			parameters: { resource: 'bulkRequest', operation: 'create', domain: '={{ $json.domain }}' },
			items: COMPANIES,
		});
		await view.execute();
		await view.shows(`${COMPANIES.length} items`);
		const radars = sandbox.control.radars().map(({ radar_id: id }) => id);
		await view.shows(...radars);
		await browser.picture('bulk-create');
		return `${radars.length} radars, with the IDs that the service gave`;
	},
};
