import type { Resource } from '../../runner/operation';
import { create } from './create';
import { deactivate } from './deactivate';
import { getResults } from './getResults';

export const bulkSubmission: Resource = {
	name: 'Radars in Bulk',
	value: 'bulkSubmission',
	defaultOperation: 'getResults',
	operations: [create, deactivate, getResults],
};
