import type { IDataObject } from 'n8n-workflow';

const definition = { radarType: 'company_new_hires', domain: '={{ $json.domain }}' };

/** Looks up the `ip` of each item. */
export const REVEAL_EACH: IDataObject = {
	resource: 'company',
	operation: 'reveal',
	ipAddress: '={{ $json.ip }}',
};

/** Creates a radar for the `domain` of each item. */
export const CREATE_EACH: IDataObject = { resource: 'radar', operation: 'create', ...definition };

/** The same with bulk requests. */
export const CREATE_IN_BULK: IDataObject = {
	resource: 'bulkRequest',
	operation: 'create',
	radarsFrom: 'fields',
	...definition,
};

/** The plan for a list with the `domain` of each item. */
export const SYNC_LIST: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Target accounts',
	radarsFrom: 'fields',
	...definition,
};
