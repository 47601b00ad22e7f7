import { ACTION } from '../../../../tools/shared/nodeTypes';
import { createRadar, inARow, noOperation, nodeOf } from '../../stage';
import type { Step } from '../editor';

const COMPANIES = [
	{ domain: 'cedarfoods.example' },
	{ domain: 'birchanalytics.example' },
	{ domain: 'duneenergy.example' },
];

export const bulkRequest: Step = {
	what: 'Radars in Bulk: a radar for each item',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow('Create many radars in bulk (charged)', COMPANIES);
		await view.type('domain', '{{ $json.domain }}');
		await view.execute();
		await view.shows(`${COMPANIES.length} items`);
		const radars = sandbox.control.radars().map(({ radar_id: id }) => id);
		await view.shows(...radars);
		await browser.picture('bulk-create');
		return `${radars.length} radars, with the IDs that the service gave`;
	},
};

const DOMAIN = 'birchanalytics.example';

export const radar: Step = {
	what: 'Radar: picked from the list, and fetched',
	async run({ editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get radar');
		const name = await view.pick('radarId', { search: 'analytics', entry: DOMAIN });
		await view.execute();
		const picked = sandbox.control.radars().find(({ domain }) => domain === DOMAIN);
		await view.shows('1 item', String(picked?.radar_id));
		if (!/ – New Hires \(active, [-\d]{10}\)$/.test(name)) throw new Error(name);
		return name;
	},
};

const PROBLEMS = ['Setup failed', 'Test URL', 'Duplicate'];

export const health: Step = {
	what: 'Radar: Check Health: what to clean up',
	async run({ browser, editor, sandbox }) {
		const { control } = sandbox;
		const [failing] = control.radars();
		control.failRadar(String(failing?.radar_id), 'source_inaccessible');
		const mentions = { radar_type: 'company_mentions', domain: DOMAIN } as const;
		const webhook_url = 'https://n8n.example.com/webhook-test/radar';
		control.change({ account: { duplicatesEnabled: true } });
		for (const more of [{}, {}, { domain: 'kestrelfoods.example', webhook_url }])
			await createRadar(sandbox, { ...mentions, ...more });
		control.change({ account: { duplicatesEnabled: false } });
		const view = await editor.newManualWorkflow('Check radars for problems');
		await view.execute();
		await view.shows(`${PROBLEMS.length} items`, 'what_to_do', ...PROBLEMS.slice(0, 2));
		await browser.picture('check-health');
		return PROBLEMS.join(', ');
	},
};

const NODE = 'Get Many Updates';
const FIELDS = ['summary', 'company', 'domain', 'full_name', 'title', 'link', 'date', 'profile_url'];

export const outputPreview: Step = {
	what: 'Fields of the output can be dragged before the first run',
	async run({ editor, host, sandbox }) {
		const requests = sandbox.control.log().length;
		const update = nodeOf(NODE, ACTION, { resource: 'update', operation: 'getMany' });
		const next = { ...noOperation('Next'), position: [440, 0] };
		const { id } = await host.rest.createWorkflow(inARow('Output preview', [update, next]));
		await editor.showWorkflow(id);
		await editor.page.getByText('Radar Update: Get Many').waitFor();
		const view = await editor.open(1);
		await view.inputShows(...FIELDS);
		if (sandbox.control.log().length > requests) throw new Error('The service was called.');
		return FIELDS.join(', ');
	},
};

export const wrongTitleExpression: Step = {
	what: 'A wrong title expression is explained, with its place, on the item',
	async run({ browser, editor, sandbox }) {
		const before = sandbox.control.log().length;
		const view = await editor.newManualWorkflow('Create radar (charged)', COMPANIES);
		await view.choose('filterBy', 'Boolean Search');
		await view.type('jobTitles', 'sales and marketing');
		// Last, since n8n shows its result above the next field.
		await view.type('domain', '{{ $json.domain }}');
		await view.execute();
		const reason = 'There is no operator between "sales" and "and"';
		await editor.page.locator('.el-notification').getByText(`${reason} (character 7).`).waitFor();
		await view.shows(reason, '[item 0]', 'write AND in capitals');
		await browser.picture('title-expression');
		const sent = sandbox.control.log().slice(before);
		if (sent.length > 0) throw new Error(`It was sent all the same: ${sent.length} requests.`);
		return reason;
	},
};
