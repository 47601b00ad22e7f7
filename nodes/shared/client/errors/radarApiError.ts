import { type INode, type JsonObject, type NodeError, NodeApiError } from 'n8n-workflow';

import { type ApiFailure, apiFailure } from './apiFailure';
import { explain } from './messages';
import type { EndpointName } from '../../api/endpoints';
import { readEnvelope } from './envelope';
import { isObject } from '../../basics/json';

/** Why a call of the service has no result. Nothing of the request, and so no API key, is in it. */
export class RadarApiError extends Error {
	/** Why it happened, with field and reason, and what to do: whole sentences. */
	readonly description: string;
	constructor(readonly failure: ApiFailure) {
		const { message, description } = explain(failure);
		super(message);
		this.name = 'RadarApiError';
		this.description = description;
	}

	/** The rate limit left no room. */
	get isRateLimited(): boolean {
		return this.failure.status === 429 || this.failure.kind === 'waitedTooLong';
	}

	/** The same call may succeed a little later. */
	get isTransient(): boolean {
		const { kind, status = 0 } = this.failure;
		if (status === 429 || status >= 500) return true;
		// Another website, or none of this service's responses: the Base URL is wrong.
		return !['status', 'redirect', 'notSent', 'notJson', 'notThisService', 'incompleteList'].includes(kind);
	}

	/** Every further call would fail alike (docs/contributing/api.md, Errors). */
	get isFatal(): boolean {
		return [401, 402, 403].includes(this.failure.status ?? 0);
	}

	/** The facts as an item can carry them. */
	get details(): JsonObject {
		const { failure } = this;
		const candidates = failure.candidates?.flatMap(({ radarIds }) => radarIds) ?? [];
		const facts = {
			kind: failure.kind,
			outcome: failure.outcome,
			status: failure.status,
			errors: failure.errors,
			error_id: failure.errorId,
			conflicting_radar_id: failure.conflictingRadarId,
			retry_after_seconds: failure.retryAfterSeconds,
			candidates: candidates.length > 0 ? candidates : undefined,
			attempts: failure.attempts,
		};
		// Without those that are not known.
		return JSON.parse(JSON.stringify(facts)) as JsonObject;
	}
}

const UNNAMED = "The response doesn't include a result for this radar.";

/** The error of one entry of a bulk response, which has the form of the error of a single call. */
export const errorOfEntry = (endpoint: EndpointName, item: unknown): RadarApiError => {
	const status = isObject(item) && typeof item.code === 'number' ? item.code : 0;
	const failure = readEnvelope(endpoint, status, item);
	return new RadarApiError(failure ?? apiFailure(endpoint, 'notThisService', 'unknown', { detail: UNNAMED }));
};

/** The members that an error must have, for failures that leave them out. */
const FAILED = { status: 'error', code: 400, message: 'The radar was not created' };

/**
 * The failure of one item of a bulk create: it has the same form as the error of a single one (docs/contributing/api.md, radar_failure).
 * @param item undefined where the response doesn't say how it ended
 */
export const errorOfBulkItem = (item: object | undefined): RadarApiError =>
	errorOfEntry('createRadar', item && { ...FAILED, ...item, status: 'error' });

type Failure = NonNullable<NodeError['failure']>;

/** Tells a polling engine whether and when to come back; older engines ignore it. */
function nodeFailureOf({ failure, isRateLimited }: RadarApiError): Failure {
	const { kind, status, retryAfterSeconds: wait } = failure;
	if (isRateLimited)
		return { cause: 'rate-limited', ...(wait !== undefined && { retryAfterMs: wait * 1000 }) };
	if (kind === 'status' && (status === 401 || status === 403)) return { cause: 'credential-invalid' };
	if (kind === 'status' && status !== undefined && status < 500) return { cause: 'configuration-invalid' };
	if (kind === 'redirect' || kind === 'notSent') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

/**
 * The error that ends a node run, as n8n shows it; a `description` takes the place of the error's own.
 * Message and description are set last: n8n's class replaces texts in which it believes to see a network code.
 */
export function toNodeApiError(
	node: INode,
	error: RadarApiError,
	{ itemIndex, description = error.description }: { itemIndex?: number; description?: string } = {},
): NodeApiError {
	const shown = new NodeApiError(node, error.details, {
		message: error.message,
		description,
		httpCode: error.failure.status?.toString(),
		itemIndex,
		failure: nodeFailureOf(error),
	});
	shown.message = error.message;
	shown.description = description;
	shown.messages = [];
	return shown;
}
