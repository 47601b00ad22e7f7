import type { Sandbox } from '../../sandbox';
import type { Task } from '../shared/task';
import { OWNER, type Host } from './host';
import type { RunningN8n } from './runningN8n';

const LINES_TOLD = 20;

/** Tells the user where everything is. */
export function announce({ url }: Pick<Host, 'url'>, { baseUrl, apiKey }: Sandbox, { log }: Task): void {
	log(`Editor:  ${url}/home/workflows`);
	log(`Log in:  ${OWNER.email}  ${OWNER.password}`);
	log(`Service: ${baseUrl}  key ${apiKey}`);
}

/**
 * Resolves once the task is aborted.
 * @throws if n8n ends by itself before
 */
export async function untilEnded(
	host: Host | RunningN8n,
	{ signal }: { signal: AbortSignal },
): Promise<void> {
	const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
	await Promise.race(host.exited ? [host.exited, aborted] : [aborted]);
	if (signal.aborted) return;
	const lastLines = host.log().split('\n').slice(-LINES_TOLD).join('\n');
	throw new Error(`n8n ended by itself. Its last lines:\n${lastLines}`);
}
