import type { Step } from '../step';
import { openNode } from './openNode';

const EXISTING = 'cedarfoods.example';
const NEW = 'emberlogistics.example';

const FORMS = [
	['Each new radar may be charged', { resource: 'radar', operation: 'create' }],
	['Each match is charged', { resource: 'company', operation: 'reveal' }],
	['Apply charges you for new radars', { resource: 'radar', operation: 'syncList', syncMode: 'apply' }],
	['This radar type has no filters', { radarType: 'industry_funding_rounds' }],
	['Enter at least one of', { radarType: 'contact_job_changes' }],
	["Ends the radar's charges for good", { resource: 'bulkRequest', operation: 'deactivate' }],
	['Each new radar may be charged', { resource: 'bulkRequest', radarsFrom: 'itemJson' }],
] as const;

export const warnings: Step = {
	what: 'Forms say what is charged, and what they need',
	async run(stage) {
		for (const [text, parameters] of FORMS) {
			await openNode(stage, {
				name: 'Form',
				parameters: { resource: 'radar', operation: 'create', ...parameters },
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
		const summary = `${MANY - 1} radars were created; 1 bulk request of ${MANY - 1} radars; 1 item failed (item ${MANY - 1}).`;
		await view.shows(`${MANY} items`, summary, '$999.00 charged');
		await stage.browser.picture('thousand-radars');
		return summary;
	},
};
