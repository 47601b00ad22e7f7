import type { IDataObject } from 'n8n-workflow';

import { range } from './stats';

/** Parameters of the action node that look up the address of each item. */
export const REVEALS: IDataObject = {
	resource: 'company',
	operation: 'reveal',
	ipAddress: '={{ $json.ip }}',
};

/** Parameters of the action node that create a radar from each item. */
export const BULK_CREATES: IDataObject = {
	resource: 'bulkRequest',
	operation: 'create',
	radarsFrom: 'itemJson',
};

let last = 0;

/** Items with an address that no run has had before. */
export const freshAddresses = (count: number): IDataObject[] =>
	range(count).map(() => {
		const number = ++last;
		// The last number isn't 0, as in anonymized addresses.
		return { ip: `9.${(number >> 15) & 255}.${(number >> 7) & 255}.${(number & 127) + 1}` };
	});

let round = 0;

/** Definitions as a CRM would give them: with a title expression, and ids to find the account again. */
export const definitions = (count: number): IDataObject[] => {
	round++;
	return range(count).map((index) => ({
		radar_type: 'company_new_hires',
		domain: `company-${index}-${round}.example.org`,
		job_titles:
			'("VP Sales" OR "Head of Sales" OR "Sales Director" OR EXACT("CRO")) AND NOT (assistant OR intern)',
		updates_since: new Date().toISOString(),
		custom_fields: {
			crm_account_id: `0015g00000ABC${index}`,
			owner: `owner-${index % 50}`,
			segment: 'enterprise',
		},
	}));
};
