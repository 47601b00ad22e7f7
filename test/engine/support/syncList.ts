import type { IDataObject } from 'n8n-workflow';

/** Radar: Sync List applies a list of companies, one for each input item, and may deactivate all others of the list. */
export const applyList: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Target accounts',
	syncMode: 'apply',
	radarsFrom: 'fields',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
	options: { maximumToDeactivate: '100%' },
};
