import type { FieldError } from '../interface/types';
import type { CallName } from './calls';
import { fault, type Fault, type Outcome } from './fault';

/** An HTTP answer as it came. */
export interface Answer {
	status: number;
	/** By lower-case name. */
	headers: Record<string, unknown>;
	text: string;
}

export type Body = Record<string, unknown>;

export type Result<T> = { ok: true; body: T } | { ok: false; fault: Fault };

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

export const isObject = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

const parse = (json: string): unknown => {
	try {
		return JSON.parse(json) as unknown;
	} catch {
		return undefined;
	}
};

const unreadable = (json: string) => {
	const start = json.trimStart()[0];
	if (start === undefined) return 'empty';
	return start === '{' || start === '[' ? 'cutJson' : 'notJson';
};

/** Statuses below 500 with an envelope say that nothing was done; what others say depends on the call. */
const outcomeOf = (call: CallName, status: number, errorId: string | undefined): Outcome => {
	if (status === 429) return 'notDone';
	if (status < 500) return 'refused';
	if (status === 503 && errorId !== undefined) return 'notDone';
	return call === 'reveal' && (status === 500 || status === 503) ? 'notDone' : 'unknown';
};

const fieldErrors = (value: unknown): FieldError[] =>
	Array.isArray(value)
		? value
				.filter(isObject)
				.map((entry) => ({ field: text(entry.field) ?? '', reason: text(entry.reason) ?? '' }))
		: [];

const conflictingRadarId = (errors: unknown): string | undefined => {
	const entries = Array.isArray(errors) ? errors.filter(isObject) : [];
	const named = entries.map((entry) => text(entry.conflicting_radar_id)).find((id) => id !== undefined);
	return (
		named ?? entries.map((entry) => UUID.exec(text(entry.reason) ?? '')?.[0]).find((id) => id !== undefined)
	);
};

/** Seconds, from a header that holds seconds or a date. */
const secondsFrom = (value: unknown): number | undefined => {
	const header = text(value)?.trim();
	if (header === undefined) return undefined;
	const seconds = /^\d+(?:\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Reads an error envelope (interface section 7), or undefined if this is none. */
export function readEnvelope(call: CallName, status: number, body: unknown, headers: Answer['headers'] = {}) {
	if (!isObject(body) || body.status !== 'error' || typeof body.message !== 'string') return undefined;
	const errorId = text(body.error_id);
	const errors = fieldErrors(body.errors);
	const burst = errors.some(({ field, reason }) => field === 'rate_limit' && reason === 'burst');
	return fault(call, 'status', outcomeOf(call, status, errorId), {
		status,
		serviceMessage: body.message,
		errors,
		errorId,
		conflictingRadarId: status === 409 ? conflictingRadarId(body.errors) : undefined,
		retryAfterSeconds: secondsFrom(headers['retry-after']) ?? (burst ? 1 : undefined),
	});
}

/** Tells a success from an error and both from everything that is not an answer of this service. Never throws. */
export function readAnswer(call: CallName, { status, headers, text: json }: Answer): Result<Body> {
	if (status >= 300 && status < 400) {
		return { ok: false, fault: fault(call, 'redirect', 'notDone', { status }) };
	}
	const body = parse(json);
	if (body === undefined) {
		return { ok: false, fault: fault(call, unreadable(json), 'unknown', { status }) };
	}
	if (status >= 200 && status < 300 && isObject(body) && body.status !== 'error') return { ok: true, body };
	return {
		ok: false,
		fault: readEnvelope(call, status, body, headers) ?? fault(call, 'notThisService', 'unknown', { status }),
	};
}
