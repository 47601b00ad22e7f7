// Usage: npm run demo [-- --once] [--n8n <URL> | --container [--image <name>]]
// Shows the package at work on a real n8n, against the sandbox service. With --once it ends after the table.
import { parseArgs } from 'node:util';
import { inContainer } from '../n8n-host/container/inContainer';
import { WHERE_OPTIONS } from '../n8n-host/where';
import { untilStopped } from '../shared/untilStopped';
import { runDemo } from './demo';

const { once, n8n, container, image } = parseArgs({
	options: { once: { type: 'boolean', default: false }, ...WHERE_OPTIONS },
}).values;
const args = once ? ['--once'] : [];
void untilStopped(async (task) =>
	container
		? await inContainer({ script: 'tools/demo/main.ts', args, image }, task)
		: await runDemo({ stay: !once, n8n }, task),
);
