import type { Resource } from '../../runner/operation';
import { previewMatches } from './previewMatches';
import { validate } from './validate';

export const titleFilter: Resource = {
	name: 'Title Filter',
	value: 'titleFilter',
	operations: [previewMatches, validate],
};
