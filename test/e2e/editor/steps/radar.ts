import type { Step } from '../step';
import { openNode } from './openNode';

const DOMAIN = 'birchanalytics.example';
const LIST = [{ domain: DOMAIN }, { domain: 'emberlogistics.example' }, { domain: 'fernhealth.example' }];

export const radar: Step = {
	what: 'Radar: picked from the list, and fetched',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get radar');
		const name = await view.pick(
			'radarId',
			{ search: 'analytics', entry: DOMAIN },
			async () => await browser.picture('radar-picker'),
		);
		await view.execute();
		const picked = sandbox.control.radars().find(({ domain }) => domain === DOMAIN);
		await view.shows('1 item', String(picked?.radar_id));
		if (!/ – New Hires \(active, [-\d]{10}\)$/.test(name)) throw new Error(name);
		return name;
	},
};

export const listPlan: Step = {
	what: 'Radar: Sync List: the plan for a list, and nothing is charged',
	async run(stage) {
		const { browser, sandbox } = stage;
		const charges = sandbox.control.charges().length;
		const view = await openNode(stage, {
			name: 'Sync radars',
			parameters: { resource: 'radar', operation: 'syncList', domain: '={{ $json.domain }}' },
			items: LIST,
		});
		await view.type('listName', 'Target accounts');
		await view.execute();
		await view.shows(`${LIST.length} items`, 'keep', 'create');
		await browser.picture('sync-plan');
		if (sandbox.control.charges().length > charges) throw new Error('Something was charged.');
		return `${LIST.length} items, with what would change`;
	},
};

export const health: Step = {
	what: 'Radar: Check Health: what to clean up',
	async run({ browser, editor, sandbox }) {
		const [radar] = sandbox.control.radars();
		sandbox.control.failRadar(String(radar?.radar_id), 'source_inaccessible');
		const view = await editor.newManualWorkflow('Check radars for problems');
		await view.execute();
		await view.shows('what_to_do', 'Setup failed');
		await browser.picture('check-health');
		return 'Setup failed';
	},
};
