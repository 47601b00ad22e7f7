import type { Resource } from '../../runner/operation';
import { create } from './create';
import { deactivate } from './deactivate';
import { getResults } from './getResults';

export const bulkSubmission: Resource = {
	name: 'Bulk Submission',
	value: 'bulkSubmission',
	operations: [create, deactivate, getResults],
};
