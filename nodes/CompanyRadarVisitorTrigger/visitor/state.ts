import type { IExecuteFunctions } from 'n8n-workflow';

import { KeyedMutex } from '../../shared/concurrency/keyedMutex';
import { perNode } from '../../shared/triggers/perNode';
import { VisitorMemory } from '../memory/visitorMemory';
import type { FoundAddress, ProxyProblem } from './address';
import { Traffic } from './traffic';

/** What this process knows of a visitor trigger. */
export class VisitorState {
	readonly memory = new VisitorMemory();

	readonly traffic = new Traffic();

	/** Lookups whose price isn't known take turns. */
	readonly unpriced = new KeyedMutex();

	/** What is wrong with the proxies, by the last page view that shows it. */
	proxyProblem: ProxyProblem | undefined;

	/** Notes what the address of a page view says about the proxies: a usable one shows that they are set right. */
	sawAddress(found: FoundAddress): void {
		if (found) this.proxyProblem = 'problem' in found ? found.problem : undefined;
	}

	/** What was logged: each message once. */
	readonly logged = new Set<string>();
}

export const visitorStateOf = perNode(() => new VisitorState());

export function logOnce(
	context: Pick<IExecuteFunctions, 'logger' | 'getWorkflow' | 'getNode'>,
	message: string,
	detail = '',
): void {
	const { logged } = visitorStateOf(context);
	if (logged.has(message)) return;
	logged.add(message);
	context.logger.warn(`Company Radar Visitor Trigger: ${message}${detail}`);
}
