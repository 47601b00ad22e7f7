import { type INode, type JsonObject, type NodeError, NodeApiError } from 'n8n-workflow';

import { type ApiFailure, apiFailure, readEnvelope } from './apiFailure';
import { explain } from './messages';
import type { EndpointName } from '../../api/endpoints';
import { isObject, known } from '../../values/basics/values';

/** A failed call to the service. It holds nothing of the request, so no API key either. */
export class RadarApiError extends Error {
	/** The cause, with field and reason, and what to do, in whole sentences. */
	readonly description: string;
	constructor(readonly failure: ApiFailure) {
		const { message, description } = explain(failure);
		super(message);
		this.name = 'RadarApiError';
		this.description = description;
	}

	get isRateLimited(): boolean {
		return this.failure.status === 429 || this.failure.kind === 'waitedTooLong';
	}

	/** The same call may succeed a little later. */
	get isTransient(): boolean {
		const { kind, status = 0 } = this.failure;
		if (status === 429 || status >= 500) return true;
		// Retrying doesn't help if the service rejected the request, or if the Base URL or the credential is wrong.
		return !['status', 'redirect', 'notSent', 'notJson', 'notThisService', 'incompleteList'].includes(kind);
	}

	/** Every further call would fail in the same way (docs/contributing/api.md, Errors). */
	get isFatal(): boolean {
		return [401, 402, 403].includes(this.failure.status ?? 0);
	}

	/** The failure as JSON for error items and for n8n's own error. */
	get details(): JsonObject {
		const { failure } = this;
		const candidates = failure.candidates?.flatMap(({ radarIds }) => radarIds) ?? [];
		return known({
			kind: failure.kind,
			outcome: failure.outcome,
			status: failure.status,
			errors: failure.errors,
			error_id: failure.errorId,
			conflicting_radar_id: failure.conflictingRadarId,
			refund_amount_usd: failure.refundUsd,
			retry_after_seconds: failure.retryAfterSeconds,
			candidates: candidates.length > 0 ? candidates : undefined,
			attempts: failure.attempts,
		}) as JsonObject;
	}
}

const UNNAMED = "The response doesn't include a result for this radar.";

/** The error of one entry of a bulk response. An entry has the same format as the error of a single call. */
export const errorOfEntry = (endpoint: EndpointName, item: unknown, id?: string): RadarApiError => {
	const status = isObject(item) ? Number(item.code) || 0 : 0;
	const failure = readEnvelope(endpoint, status, item);
	const unnamed = () => apiFailure(endpoint, 'notThisService', 'unknown', { detail: UNNAMED });
	return new RadarApiError({ ...(failure ?? unnamed()), id });
};

/** Defaults for a failed bulk item, which may leave out what an error envelope needs. */
const FAILED = { status: 'error', code: 400, message: 'The radar was not created' };

/**
 * The error of one item of a bulk create, which has the same format as that of a single create (docs/contributing/api.md,
 * radar_failure).
 * @param item undefined if the response has no result for it
 */
export const errorOfBulkItem = (item: object | undefined): RadarApiError =>
	errorOfEntry('createRadar', item && { ...FAILED, ...item, status: 'error' });

type NodeFailure = NonNullable<NodeError['failure']>;

/** Tells n8n's polling engine whether and when to retry; older versions of n8n ignore it. */
function nodeFailureOf({ failure, isRateLimited }: RadarApiError): NodeFailure {
	const { kind, status, retryAfterSeconds: wait } = failure;
	if (isRateLimited)
		return { cause: 'rate-limited', ...(wait !== undefined && { retryAfterMs: wait * 1000 }) };
	if (kind === 'status' && (status === 401 || status === 403)) return { cause: 'credential-invalid' };
	if (kind === 'status' && status !== undefined && status < 500) return { cause: 'configuration-invalid' };
	if (kind === 'redirect' || kind === 'notSent') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

/**
 * The error that ends a node run, as n8n shows it. A given `message` or `description` replaces that of the error.
 * Message and description are set last, because n8n's class replaces texts that seem to contain a network code.
 */
export function toNodeApiError(
	node: INode,
	error: RadarApiError,
	{
		itemIndex,
		message = error.message,
		description = error.description,
	}: { itemIndex?: number; message?: string; description?: string } = {},
): NodeApiError {
	const shown = new NodeApiError(node, error.details, {
		message,
		description,
		httpCode: error.failure.status?.toString(),
		itemIndex,
		failure: nodeFailureOf(error),
	});
	shown.message = message;
	shown.description = description;
	shown.messages = [];
	return shown;
}
