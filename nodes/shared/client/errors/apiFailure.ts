import type { FieldError } from '../../api/types';
import { ENDPOINTS, type EndpointName } from '../../api/endpoints';

/** What went wrong. */
export type FailureKind =
	/** The service answered in its own words (docs/contributing/api.md, Errors). */
	| 'status'
	/** The request surely did not arrive. */
	| 'unreachable'
	/** No response, or not all of it. */
	| 'timeout'
	| 'cut'
	/** A response that this service does not give. */
	| 'empty'
	| 'notJson'
	| 'cutJson'
	| 'notThisService'
	/** More than this service sends, and more than is read. */
	| 'tooLarge'
	/** A list that ends before it says so. */
	| 'incompleteList'
	/** Sent on to another address, which is never followed. */
	| 'redirect'
	/** A proxy wants a password. */
	| 'proxyPassword'
	/** The rate limit left no room within the longest wait. */
	| 'waitedTooLong'
	/** The run was stopped before the request was sent. */
	| 'cancelled'
	/** n8n couldn't send it, for example because of a broken credential. */
	| 'notSent';

/** `refused`: the service said no. `notDone`: nothing was done. `unknown`: it may have been done. */
export type Certainty = 'refused' | 'notDone' | 'unknown';

/** Radars that may be the result of a call whose outcome is unknown. */
export interface Candidates {
	/** Position in the request; 0 for a single create. */
	itemIndex: number;
	radarIds: string[];
}

/** Why a call has no result. Plain data: it holds nothing of the request but the name of the call. */
export interface ApiFailure {
	endpoint: EndpointName;
	kind: FailureKind;
	outcome: Certainty;
	status?: number;
	/** The envelope's `message`. */
	serviceMessage?: string;
	/** The envelope's `errors`; empty where there is none. */
	errors: FieldError[];
	errorId?: string;
	conflictingRadarId?: string;
	retryAfterSeconds?: number;
	/** The path of the Base URL, if it has one. */
	basePath?: string;
	/** More about the cause, as a whole sentence. */
	detail?: string;
	/** How often it was sent, and for how long, from the first try to the last. */
	attempts: number;
	triedForSeconds: number;
	candidates?: Candidates[];
}

/** A fault of one try. A read changes nothing, so its outcome is never unknown. */
export const apiFailure = (
	endpoint: EndpointName,
	kind: FailureKind,
	outcome: Certainty,
	more: Partial<ApiFailure> = {},
): ApiFailure => ({
	endpoint,
	kind,
	outcome: outcome === 'unknown' && ENDPOINTS[endpoint].method === 'GET' ? 'notDone' : outcome,
	errors: [],
	attempts: 1,
	triedForSeconds: 0,
	...more,
});

/** Changes the texts of a failure, all at once as JSON. */
export const withTexts = (failure: ApiFailure, change: (json: string) => string): ApiFailure =>
	JSON.parse(change(JSON.stringify(failure))) as ApiFailure;
