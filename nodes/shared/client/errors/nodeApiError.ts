import type { INode, NodeError } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { RadarApiError } from './radarApiError';

type Failure = NonNullable<NodeError['failure']>;

/** Tells a polling engine whether and when to come back; older engines ignore it. */
function nodeFailureOf({ kind, status, retryAfterSeconds }: RadarApiError): Failure {
	if (status === 429 || kind === 'waitedTooLong') {
		return {
			cause: 'rate-limited',
			...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
		};
	}
	if (kind === 'status' && (status === 401 || status === 403)) return { cause: 'credential-invalid' };
	if (kind === 'status' && status !== undefined && status < 500) return { cause: 'configuration-invalid' };
	if (kind === 'redirect' || kind === 'notSent') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

export interface NodeApiErrorOptions {
	itemIndex?: number;
	/** In place of the error's own. */
	description?: string;
}

/**
 * The error that ends a node run, as n8n shows it.
 * Message and description are set last: n8n's class replaces texts in which it believes to see a network code.
 */
export function toNodeApiError(
	node: INode,
	error: RadarApiError,
	options: NodeApiErrorOptions = {},
): NodeApiError {
	const description = options.description ?? error.description;
	const shown = new NodeApiError(node, error.details, {
		message: error.message,
		description,
		httpCode: error.status?.toString(),
		itemIndex: options.itemIndex,
		failure: nodeFailureOf(error),
	});
	shown.message = error.message;
	shown.description = description;
	shown.messages = [];
	return shown;
}
