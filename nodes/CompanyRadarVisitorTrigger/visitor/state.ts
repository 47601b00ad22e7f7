import type { IExecuteFunctions } from 'n8n-workflow';

import { KeyedMutex } from '../../shared/concurrency/keyedMutex';
import { perNode } from '../../shared/triggers/perNode';
import { VisitorMemory } from '../memory/visitorMemory';
import type { AddressProblem, FoundAddress } from './address';
import { Traffic } from './traffic';

export class VisitorState {
	readonly memory = new VisitorMemory();

	readonly traffic = new Traffic();

	/** While the price is unknown, lookups take turns. */
	readonly unpriced = new KeyedMutex();

	/** Why page views have no address to look up. */
	addressProblem: AddressProblem | undefined;

	sawAddress(found: FoundAddress): void {
		const problem = 'problem' in found ? found.problem : undefined;
		// Requests from the local network say nothing about the proxies.
		if (problem !== 'notPublic') this.addressProblem = problem;
		else this.addressProblem ??= problem;
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
