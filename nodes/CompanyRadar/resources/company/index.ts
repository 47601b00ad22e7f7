import type { Resource } from '../../operation';
import { reveal } from './reveal';

export const company: Resource = { name: 'Company', value: 'company', operations: [reveal] };
