import type { Resource } from '../../runner/operation';
import { getSummary } from './getSummary';

export const account: Resource = { name: 'Account', value: 'account', operations: [getSummary] };
