import type { Resource } from '../../runner/operation';
import { getMany } from './getMany';

export const update: Resource = { name: 'Radar Update', value: 'update', operations: [getMany] };
