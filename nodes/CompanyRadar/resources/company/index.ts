import type { Resource } from '../../runner/operation';
import { reveal } from './reveal';

export const company: Resource = { name: 'Company', value: 'company', operations: [reveal] };
