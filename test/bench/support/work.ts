import type { IDataObject } from 'n8n-workflow';

import { range } from './stats';

/** Parameters of the action node, and items for them. */
export interface Work {
	name: string;
	parameters: IDataObject;
	/** A different call for each number, however often it is asked. */
	item: (number: number) => IDataObject;
}

export const REVEALS: Work = {
	name: 'reveals',
	parameters: { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' },
	item: (number) => ({ ip: `9.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }),
};

export const CREATES: Work = {
	name: 'creates',
	parameters: {
		resource: 'radar',
		operation: 'create',
		group: 'company',
		radarType: 'company_new_hires',
		domain: '={{ $json.domain }}',
	},
	item: (number) => ({ domain: `company-${number}.example.org` }),
};

let last = 0;

/** Items that no run has had before: a radar is created only once. */
export const freshItems = ({ item }: Work, count: number): IDataObject[] =>
	range(count).map(() => item(++last));
