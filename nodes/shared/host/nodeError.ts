import { type INode, type JsonObject, type NodeError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Refusal } from '../values/basics/refusal';

/** Tells n8n's polling engine whether and when to retry; older versions of n8n ignore it. */
function causeOf({ kind, details = {} }: Refusal): NodeError['failure'] {
	const { kind: failure, status, retry_after_seconds: wait } = details;
	if (kind === 'wrong' || kind === 'doubtful') return { cause: 'configuration-invalid' };
	if (failure === undefined) return undefined;
	if (status === 429 || failure === 'waitedTooLong')
		return { cause: 'rate-limited', ...(typeof wait === 'number' && { retryAfterMs: wait * 1000 }) };
	if (failure === 'status' && (status === 401 || status === 403)) return { cause: 'credential-invalid' };
	if (failure === 'status' && Number(status) < 500) return { cause: 'configuration-invalid' };
	if (failure === 'redirect' || failure === 'notSent') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

/**
 * The error that ends a node run, as n8n shows it.
 * Message and description are set last, because n8n's class replaces texts that seem to contain a network code.
 */
export function toNodeError(
	node: INode,
	refusal: Refusal,
	{ itemIndex, description = refusal.todo }: { itemIndex?: number; description?: string } = {},
): NodeError {
	const { what: message, details = {} } = refusal;
	if (details.kind === undefined) {
		const shown = new NodeOperationError(node, message, { itemIndex, description });
		return Object.assign(shown, { failure: causeOf(refusal) });
	}
	const httpCode = details.status?.toString();
	const shown = new NodeApiError(node, details as JsonObject, {
		message,
		description,
		httpCode,
		itemIndex,
		failure: causeOf(refusal),
	});
	return Object.assign(shown, { message, description, messages: [] });
}
