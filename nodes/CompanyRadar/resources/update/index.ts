import type { Resource } from '../../operation';
import { getMany } from './getMany';

export const update: Resource = { name: 'Update', value: 'update', operations: [getMany] };
