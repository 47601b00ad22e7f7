import type { INodeProperties } from 'n8n-workflow';

import { checkLimit } from '../../shared/validation/amount';
import type { ParameterReader } from '../../shared/parameterReader';

export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

export const deactivationNotice: INodeProperties = {
	displayName:
		"A deactivated radar can't be restarted. To monitor the same target again, create a new radar, which is charged.",
	name: 'deactivationNotice',
	type: 'notice',
	default: '',
};

/** How many results to return at most. */
export const readLimit = (read: ParameterReader): number =>
	read.flag('returnAll') ? Number.POSITIVE_INFINITY : read.value('limit', checkLimit);
