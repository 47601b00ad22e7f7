import type { Answer } from './answers';
import type { Json } from './types';

/** What goes wrong with the answer. */
export type FaultKind =
	| 'status'
	| 'timeout'
	| 'cut'
	| 'malformed'
	| 'html'
	| 'empty'
	| 'truncated'
	| 'wrong-types'
	| 'slow'
	| 'redirect';

/** A fault that waits for its request. */
export interface Fault {
	kind: FaultKind;
	/** Any method when left out. */
	method?: string;
	/** Path without query; `*` stands for anything. Any path when left out. */
	path?: string;
	/** What the body of the request contains. Any body when left out. */
	bodyIncludes?: string;
	/** The first matching request that it hits, from 1 (default), and how many in a row (default 1). */
	nth?: number;
	count?: number;
	/**
	 * Whether the service does what was asked: `none` (default of status, timeout, cut and redirect), `done` (default of the others),
	 * or `late`: `lateSeconds` after the answer failed.
	 */
	effect?: 'none' | 'done' | 'late';
	lateSeconds?: number;
	/** Of `status` (default 500), `html` (default 502), `empty`, `redirect` (default 302). */
	status?: number;
	/** Of `status`: with the error envelope (default), or without: plain text. */
	envelope?: boolean;
	/** Of `status`: this body instead. */
	body?: unknown;
	/** Of `status`: these members in the right body instead of its own. */
	replace?: Record<string, unknown>;
	/** More headers, for example `retry-after`. */
	headers?: Record<string, string>;
	/** Of `redirect`. */
	location?: string;
	/** Of `slow`: how long the body takes. */
	seconds?: number;
}

export const FAULT_KINDS: FaultKind[] = [
	'status',
	'timeout',
	'cut',
	'malformed',
	'html',
	'empty',
	'truncated',
	'wrong-types',
	'slow',
	'redirect',
];

/** The right answer, with other members. */
const replaced = (right: Wire, replace: Record<string, unknown>): Wire => ({
	...right,
	text: JSON.stringify({ ...(JSON.parse(right.text) as Json), ...replace }),
});

const WITHOUT_EFFECT: FaultKind[] = ['status', 'timeout', 'cut', 'redirect'];

/** Whether the service does what was asked, under this fault. */
export const effectOf = ({ kind, effect, replace }: Fault) =>
	effect ?? (WITHOUT_EFFECT.includes(kind) && !replace ? 'none' : 'done');

interface Waiting {
	fault: Fault;
	seen: number;
	used: number;
}

/** The faults that are to come, in the order in which they were added. */
export class Faults {
	private queue: Waiting[] = [];

	add(...faults: Fault[]): void {
		this.queue.push(...faults.map((fault) => ({ fault, seen: 0, used: 0 })));
	}

	clear(): void {
		this.queue = [];
	}

	/** Those that have not been used up. */
	list(): Fault[] {
		return this.queue.map(({ fault }) => fault);
	}

	/** The fault for a request, if one is due. */
	take(method: string, path: string, body: string): Fault | null {
		for (const waiting of this.queue) {
			if (!matches(waiting.fault, method, path, body)) continue;
			waiting.seen += 1;
			if (waiting.seen < (waiting.fault.nth ?? 1)) continue;
			waiting.used += 1;
			if (waiting.used >= (waiting.fault.count ?? 1))
				this.queue = this.queue.filter((one) => one !== waiting);
			return waiting.fault;
		}
		return null;
	}
}

function matches(fault: Fault, actualMethod: string, actualPath: string, body: string): boolean {
	const { method, path, bodyIncludes = '' } = fault;
	if (method !== undefined && method.toUpperCase() !== actualMethod) return false;
	if (!body.includes(bodyIncludes)) return false;
	if (path === undefined) return true;
	const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`).test(actualPath);
}

/** What goes over the wire. */
export interface Wire {
	status: number;
	headers: Record<string, string>;
	text: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export const wireOf = ({ status, headers, body }: Answer): Wire => ({
	status,
	headers: { ...JSON_TYPE, ...headers },
	text: JSON.stringify(body),
});

const HTML =
	'<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/** The wrong answer in place of the right one. `timeout`, `cut` and `slow` are left to the connection. */
export function spoiled(fault: Fault, right: Wire, errorEnvelope: object): Wire {
	if (fault.replace) return replaced(right, fault.replace);
	const headers = { ...right.headers, ...fault.headers };
	const plain = (type: string) => ({ 'content-type': type, ...fault.headers });
	switch (fault.kind) {
		case 'status':
			return statusWire(fault, right, errorEnvelope);
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.location ?? '/', ...fault.headers },
				text: '',
			};
		case 'html':
			return { status: fault.status ?? 502, headers: plain('text/html'), text: HTML };
		case 'empty':
			return { status: fault.status ?? right.status, headers, text: '' };
		case 'malformed':
			return { ...right, headers, text: `{status: success, ${right.text.slice(1)}` };
		case 'truncated':
			return { ...right, headers, text: right.text.slice(0, Math.floor(right.text.length / 2)) };
		case 'wrong-types':
			return { ...right, headers, text: JSON.stringify(wrongTypes(JSON.parse(right.text) as Json)) };
		default:
			return { ...right, headers };
	}
}

function statusWire(fault: Fault, right: Wire, errorEnvelope: object): Wire {
	const { status = 500, envelope = true, body = envelope ? errorEnvelope : undefined } = fault;
	const { 'x-request-id': requestId } = right.headers;
	const own = { ...(requestId === undefined ? {} : { 'x-request-id': requestId }), ...fault.headers };
	if (body === undefined)
		return { status, headers: { 'content-type': 'text/plain', ...own }, text: 'upstream error' };
	return { status, headers: { ...JSON_TYPE, ...own }, text: JSON.stringify(body) };
}

const wrongTypes = (body: Json): Json =>
	Object.fromEntries(Object.entries(body).map(([name, value]) => [name, otherType(value)]));

function otherType(value: unknown): unknown {
	if (Array.isArray(value)) return { 0: 'not a list' };
	if (typeof value === 'object' && value !== null) return [];
	if (typeof value === 'string') return 17;
	return typeof value === 'number' ? 'seventeen' : 'yes';
}
