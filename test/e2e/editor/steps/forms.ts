import { noOperation } from '../../stage';
import { manualWorkflow } from '../../operations/manualWorkflow';
import { openNode, type Step } from '../step';

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

const PARAMETERS = {
	resource: 'radar',
	operation: 'create',
	radarType: 'industry_job_openings',
};

export const choices: Step = {
	what: 'Radar: countries are chosen from a list, and no field is offered that does nothing',
	async run(stage) {
		const { page } = stage.editor;
		const view = await openNode(stage, { name: 'Choices', parameters: PARAMETERS });
		await view.choose('countries', 'Germany');
		await stage.browser.picture('countries');
		await page.keyboard.press('Escape');
		await page.getByTestId('ndv').getByPlaceholder('Add option').click();
		const offered = page.locator('.el-select-dropdown:visible').first();
		await offered.getByText('Updates Since').waitFor();
		const fields = (await offered.innerText()).split('\n').filter(Boolean);
		if (fields.includes('Include Historical')) throw new Error(fields.join(', '));
		return `Germany; ${fields.join(', ')}`;
	},
};

const EXISTING = 'cedarfoods.example';
const NEW = 'emberlogistics.example';

const FORMS = [
	['When off, new radars may be charged every month', { resource: 'radar', operation: 'create' }],
	['Apply charges for new radars', { resource: 'radar', operation: 'syncList', syncMode: 'apply' }],
	["Ends the radar's charges for good", { resource: 'bulkRequest', operation: 'deactivate' }],
] as const;

export const warnings: Step = {
	what: 'Forms say what is charged, and what they need',
	async run(stage) {
		for (const [text, parameters] of FORMS) {
			await openNode(stage, {
				name: 'Form',
				parameters,
			});
			await stage.editor.page.getByTestId('node-parameters').getByText(text).waitFor();
		}
		return FORMS.map(([text]) => text).join(', ');
	},
};

export const dryRun: Step = {
	what: 'Dry Run: what exists, the cost and the balance, and nothing is bought',
	async run(stage) {
		const charges = stage.sandbox.control.charges().length;
		const view = await openNode(stage, {
			name: 'Dry run',
			parameters: { resource: 'radar', operation: 'create', domain: '={{ $json.domain }}', dryRun: true },
			items: [{ domain: EXISTING }, { domain: NEW }],
		});
		await view.execute();
		await view.shows('Dry run: 1 new radar, 1 that already exists', 'Your balance is', 'Already exists', NEW);
		await stage.browser.picture('dry-run');
		if (stage.sandbox.control.charges().length > charges) throw new Error('Something was charged.');
		return '1 new radar, 1 that already exists';
	},
};

export const tableColumns: Step = {
	what: 'Radars in Bulk: columns that are not about radars are left out, and a doubtful country is named',
	async run(stage) {
		const view = await openNode(stage, {
			name: 'Columns',
			parameters: { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson', dryRun: true },
			items: [
				{ radar_type: 'industry_job_openings', keyword: 'robots', countries: 'Deutschland', row_number: 2 },
			],
		});
		await view.execute();
		await view.shows('Left out keys that radars don\'t have: "row_number"', 'known country', 'Germany');
		return 'row_number, Deutschland';
	},
};

const MANY = 1000;

export const thousandRadars: Step = {
	what: 'Radars in Bulk: 1,000 radars with one failure, summed up in one line',
	async run(stage) {
		const items = Array.from({ length: MANY }, (_, index) => ({ domain: `company${index}.example.com` }));
		const view = await openNode(stage, {
			name: 'Thousand',
			parameters: { resource: 'bulkRequest', operation: 'create', domain: '={{ $json.domain }}' },
			items: [...items.slice(1), { domain: 'no domain' }],
			settings: { onError: 'continueRegularOutput' },
		});
		stage.sandbox.control.balance(2 * MANY);
		await view.execute();
		const summary = `${MANY - 1} radars were created; 1 bulk request of ${MANY - 1} radars; 1 item failed: item ${MANY - 1} (no domain).`;
		await view.shows(`${MANY} items`, summary, '$999.00 charged');
		await stage.browser.picture('thousand-radars');
		return summary;
	},
};

const COMPANIES = [{ domain: 'cedarfoods.example' }, { domain: 'birchanalytics.example' }];
const VISITORS = [{ ip: '8.8.8.13' }, { ip: '192.168.1.20' }];

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

export const wrongIpAddress: Step = {
	what: 'A wrong IP address is explained on its item, and the other item goes on',
	async run({ browser, editor }) {
		const view = await editor.newManualWorkflow('Reveal companies by IP address (charged)', VISITORS);
		await view.type('ipAddress', '{{ $json.ip }}');
		await view.onError('Continue');
		await view.execute();
		await view.shows('2 items', "'IP Address'");
		await view.showJson();
		await view.shows('"error"');
		await browser.picture('ip-address');
		const reason = await view.output.getByText("'IP Address'").first().innerText();
		// n8n shows the next output as this one.
		await view.showTable();
		return reason.trim();
	},
};
