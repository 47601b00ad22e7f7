import type { INode, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RadarApiError, toNodeApiError } from '../shared/client';
import { InputError } from './inputError';
import { CreationError } from './activation/createMissing';

/** The error as n8n shows it, with the cause that its polling goes by. */
export function triggerError(node: INode, error: unknown, more?: string): NodeError {
	if (error instanceof CreationError) return triggerError(node, error.reason, error.account);
	const description = (own: string) => [own, more].filter(Boolean).join('\n');
	if (error instanceof RadarApiError) {
		return toNodeApiError(node, error, { description: description(error.description) });
	}
	if (error instanceof InputError) {
		const shown = new NodeOperationError(node, error.message, {
			description: description(error.description),
		});
		shown.failure = { cause: 'configuration-invalid' };
		return shown;
	}
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), {
		description: description(''),
	});
}
