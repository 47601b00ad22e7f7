import type { Resource } from '../../operation';
import { getSummary } from './getSummary';

export const account: Resource = { name: 'Account', value: 'account', operations: [getSummary] };
