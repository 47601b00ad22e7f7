import type { Resource } from '../../operation';
import { getMany } from './getMany';

export const update: Resource = { name: 'Radar Update', value: 'update', operations: [getMany] };
