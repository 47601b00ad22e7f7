import type { IDataObject } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/CompanyRadar/operations';

export const RADAR = { radarType: 'company_new_hires', domain: '={{ $json.domain }}' };
const LIST = { listName: 'Target accounts', maximumToDeactivate: '100%' };
const ID = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };

/** Ways to run each operation on items, the plainest one first: a new operation needs one here. */
const WAYS: Record<string, IDataObject[]> = {
	'account.getSummary': [{}, { month: '={{ $json.month }}' }],
	'company.reveal': [
		{ ipAddress: '={{ $json.ip }}' },
		{ ipAddress: '={{ $json.ip }}', onePerCompany: true },
		{ ipAddress: '={{ $json.ip }}', options: { spendingLimit: 0 } },
	],
	'radar.checkHealth': [{}, { knownUrls: '={{ $json.url }}' }],
	'radar.create': [RADAR, { ...RADAR, dryRun: true }, { ...RADAR, options: { ifRadarExists: 'fail' } }],
	'radar.deactivate': [{ radarId: ID }],
	'radar.get': [{ radarId: ID }],
	'radar.getMany': [
		{},
		{ filters: { domains: '={{ $json.domain }}' } },
		{ filters: { radarIds: '={{ $json.radar_id }}' } },
	],
	'radar.syncList': [
		{ ...LIST, ...RADAR },
		{ ...LIST, ...RADAR, syncMode: 'apply' },
		{ ...LIST, radarsFrom: 'itemJson', syncMode: 'apply' },
		{ ...LIST, radarsFrom: 'list', radars: '={{ [$json] }}' },
		{ ...LIST, radarsFrom: 'list', radars: '[{ "radar_type": "company_mentions", "domain": "w3.org" }]' },
		{ ...LIST, syncMode: 'applyRows' },
	],
	'update.getMany': [
		{},
		{ filters: { domains: '={{ $json.domain }}' } },
		{ filters: { radarIds: '={{ $json.radar_id }}' } },
	],
	'bulkRequest.create': [
		RADAR,
		{ ...RADAR, options: { wait: false } },
		{ ...RADAR, dryRun: true },
		{ radarsFrom: 'itemJson' },
		{ radarsFrom: 'list', radars: '={{ [$json] }}' },
		{ radarsFrom: 'list', radars: '[{ "radar_type": "company_mentions", "domain": "w3.org" }]' },
	],
	'bulkRequest.deactivate': [{ radarId: ID }],
	'bulkRequest.getResults': [{ bulkId: '={{ $json.bulk_id }}' }],
	'titleFilter.previewMatches': [
		{ expression: 'sales', title: '={{ $json.title }}' },
		{ expression: '={{ $json.title }}' },
	],
	'webhook.getSchema': [{}],
	'webhook.sendTestEvent': [{ radarType: '={{ $json.radar_type }}', updateType: 'radar_finding' }],
};

/** Every operation with its parameters. */
export const EVERY_OPERATION = RESOURCES.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation }) => {
		const name = `${resource}.${operation}`;
		const ways = (WAYS[name] ?? []).map((way): IDataObject => ({ resource, operation, ...way }));
		if (ways.length === 0) throw new Error(`WAYS has no way to run ${name}`);
		return { name, ways };
	}),
);
