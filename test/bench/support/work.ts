import type { IDataObject } from 'n8n-workflow';

import { range } from './stats';

/** A call that the node makes for each item. */
export interface Work {
	name: string;
	/** Of the action node. */
	parameters: IDataObject;
	/** What it sends, as whoever sends it without this node would write it. */
	path: string;
	body: Record<string, string>;
	/** A different call for each number. */
	item: (number: number) => IDataObject;
}

export const REVEALS: Work = {
	name: 'reveals',
	parameters: { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' },
	path: '/v1/company-reveal',
	body: { ip: '={{ $json.ip }}' },
	item: (number) => ({ ip: `9.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }),
};

export const CREATES: Work = {
	name: 'creates',
	parameters: {
		resource: 'radar',
		operation: 'create',
		group: 'company',
		companyRadarType: 'company_new_hires',
		domain: '={{ $json.domain }}',
	},
	path: '/v1/radars',
	body: { radar_type: 'company_new_hires', domain: '={{ $json.domain }}' },
	item: (number) => ({ domain: `company-${number}.example.org` }),
};

let last = 0;

/** Items that no run has had before: a radar is created only once. */
export const freshItems = ({ item }: Work, count: number): IDataObject[] =>
	range(count).map(() => item(++last));
