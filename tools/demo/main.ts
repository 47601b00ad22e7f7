// Usage: npm run demo [-- --once]
// Shows the package at work on a real n8n, against the sandbox service. With --once it ends after the table.
import { parseArgs } from 'node:util';
import { untilStopped } from '../shared/untilStopped';
import { runDemo } from './demo';

const { once } = parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;
void untilStopped(async (task) => await runDemo({ stay: !once }, task));
