import type { CallName } from '../calls';
import { readEnvelope } from './envelope';
import { fault, type Fault, type FaultKind } from '../errors/fault';
import type { Headers } from './headers';
import { isObject, parseJson, type Body } from './json';
import { HAS_SHAPE } from './shapes';

/** An HTTP answer as it came. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

export type Result<T> = { ok: true; body: T } | { ok: false; fault: Fault };

const unreadable = (text: string): FaultKind => {
	const start = text.trimStart()[0];
	if (start === undefined) return 'empty';
	return start === '{' || start === '[' ? 'cutJson' : 'notJson';
};

/** Tells a success from an error, and both from what is not an answer of this service. Never throws. */
export function readAnswer(call: CallName, { status, headers, text }: Answer): Result<Body> {
	if (status >= 300 && status < 400) {
		return { ok: false, fault: fault(call, 'redirect', 'unknown', { status }) };
	}
	const body = parseJson(text);
	if (body === undefined) {
		return { ok: false, fault: fault(call, unreadable(text), 'unknown', { status }) };
	}
	const succeeded = status >= 200 && status < 300;
	if (succeeded && isObject(body) && HAS_SHAPE[call](body)) return { ok: true, body };
	const envelope = succeeded ? undefined : readEnvelope(call, status, body, headers);
	return { ok: false, fault: envelope ?? fault(call, 'notThisService', 'unknown', { status }) };
}
