// Usage: npm run dev [-- --n8n <URL> | --container [--image <name>]]
// A real n8n with this package and the sandbox service. It takes over every change of the sources while it runs.
import { parseArgs } from 'node:util';
import { inContainer } from '../n8n-host/container/inContainer';
import { WHERE_OPTIONS } from '../n8n-host/where';
import { watchPackage } from '../pack';
import { untilStopped } from '../shared/untilStopped';
import { RELOAD, runDev } from './dev';

const {
	n8n,
	container,
	image,
	'without-watch': withoutWatch,
} = parseArgs({ options: { 'without-watch': { type: 'boolean' }, ...WHERE_OPTIONS } }).values;
void untilStopped(async (task) => {
	if (!container) return await runDev({ n8n, withoutWatch }, task);
	const whileRunning = (installed: string) => watchPackage(installed, task);
	const args = ['--without-watch'];
	return await inContainer({ script: 'tools/dev/main.ts', args, image, env: RELOAD, whileRunning }, task);
});
