import type { IDataObject } from 'n8n-workflow';

import type { UpdateType } from '../../shared/api/radarTypes';

const COMPLETED_AT = '2026-01-15T09:30:00.000Z';

const item = {
	record_id: null,
	completed_at: COMPLETED_AT,
	bulk_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e01',
};

const CREATED: IDataObject = {
	...item,
	update_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e02',
	update_type: 'radar_created',
	status: 'success',
	code: 201,
	message: 'Radar created.',
	item_index: 0,
	custom_fields: { crm_id: '42' },
	data: {
		radar_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e03',
		radar_type: 'company_new_hires',
		domain: 'blueharbor.com',
		radar_status: 'active',
		created_at: COMPLETED_AT,
		deactivated_at: null,
		next_charge_at: '2026-02-14T09:30:00.000Z',
		updates_since: null,
		custom_fields: { crm_id: '42' },
	},
};

const FAILED: IDataObject = {
	...item,
	update_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e04',
	update_type: 'radar_failure',
	discovered_at: COMPLETED_AT,
	status: 'error',
	code: 400,
	message: 'The radar could not be set up.',
	errors: [{ field: 'radar', reason: 'missing_prerequisites' }],
	refund_amount_usd: 1,
	timestamp: COMPLETED_AT,
	error_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e05',
	item_index: 1,
	custom_fields: { crm_id: '43' },
};

/** Samples of bulk events, since the service has no test events for them. */
const SAMPLES: Readonly<Partial<Record<UpdateType, IDataObject>>> = {
	bulk_completed: {
		update_id: '0b6b1a52-6c0e-4d0c-9f0a-5d1f3a7c2e06',
		update_type: 'bulk_completed',
		bulk_id: item.bulk_id,
		completed_at: COMPLETED_AT,
		summary: { total: 2, created: 1, failed: 1 },
		radars: [CREATED, FAILED],
	},
	radar_created: CREATED,
};

/** The sample of the first bulk event among these, if any. */
export const bulkSampleOf = (events: Iterable<string>): IDataObject | undefined =>
	[...events].map((event) => SAMPLES[event as UpdateType]).find(Boolean);
