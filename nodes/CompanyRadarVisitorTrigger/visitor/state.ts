import type { IExecuteFunctions } from 'n8n-workflow';

import { KeyedMutex } from '../../shared/concurrency/keyedMutex';
import { perNode } from '../../shared/triggers/perNode';
import { VisitorMemory } from '../memory/visitorMemory';
import type { FoundAddress, ProxyProblem } from './address';
import { Traffic } from './traffic';

export class VisitorState {
	readonly memory = new VisitorMemory();

	readonly traffic = new Traffic();

	/** While the price is unknown, lookups take turns. */
	readonly unpriced = new KeyedMutex();

	/** The problem with the proxies, by the last page view that allows a verdict. */
	proxyProblem: ProxyProblem | undefined;

	/** Updates `proxyProblem` from the address of a page view: a usable one shows that the proxies are set up correctly. */
	sawAddress(found: FoundAddress): void {
		if (found) this.proxyProblem = 'problem' in found ? found.problem : undefined;
	}

	/** Messages that were logged, since each is logged only once. */
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
