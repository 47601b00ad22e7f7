import type { Control } from '../../../../sandbox';
import { shown, type ResourceWorkflow } from './resource';

const COMPANIES = ['iris', 'juniper', 'kite'].map((name) => ({ domain: `${name}.example`, crm_id: name }));

const radars = (control: Control) =>
	COMPANIES.flatMap((company) => control.radars().filter(({ domain }) => domain === company.domain));

export const bulkRequest: ResourceWorkflow = {
	resource: 'Radars in Bulk',
	items: COMPANIES,
	nodes: [
		{
			name: 'Create',
			parameters: {
				resource: 'bulkRequest',
				operation: 'create',
				radarType: 'company_reviews',
				domain: '={{ $json.domain }}',
				additionalFields: { customFieldsJson: '={{ { crm_id: $json.crm_id } }}' },
			},
			expected: (control) =>
				radars(control).map(({ radar_id, domain, custom_fields }, item_index) => ({
					radar_id,
					domain,
					custom_fields,
					already_existed: false,
					item_index,
				})),
		},
		{
			name: 'Get Results',
			after: 'Create',
			parameters: { resource: 'bulkRequest', operation: 'getResults', bulkId: '={{ $json.bulk_id }}' },
			settings: { executeOnce: true },
			expected: (control) =>
				radars(control).map(({ radar_id, domain }, item_index) => ({
					status: 'created',
					summary: `Radar created for ${domain}`,
					radar_id,
					item_index,
				})),
		},
		{
			name: 'Deactivate',
			after: 'Create',
			parameters: {
				resource: 'bulkRequest',
				operation: 'deactivate',
				radarId: { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' },
			},
			expected: (control) => radars(control).map(shown),
		},
	],
};
