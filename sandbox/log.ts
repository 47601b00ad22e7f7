import type { FaultKind } from './faults';
import type { Json } from './types';

const MOST_ENTRIES = 100_000;
const MOST_CHARACTERS = 64_000_000;

/** A request and its outcome. The API key is masked. */
export interface LogEntry {
	/** From 1, also after each clearing. */
	number: number;
	at: string;
	/** Name of the key that was used (full, readOnly, ...), or null. */
	key: string | null;
	method: string;
	/** Without the query. */
	path: string;
	query: Json;
	/** Names in lower case. */
	headers: Record<string, string>;
	requestBody: string;
	/**
	 * Whether the service did what was asked: `done`, `refused` (with the status in `served`), `not run` (a fault came before), `late`
	 * (a fault came first; it becomes `done` or `refused` when its time comes).
	 */
	outcome: 'under way' | 'done' | 'refused' | 'not run' | 'late';
	/** What the service itself answered; a fault may have hidden it. */
	served: number | null;
	/** What it charged. */
	chargeUsd: number;
	fault: FaultKind | null;
	/** What the client got; null when it got nothing. */
	status: number | null;
	responseHeaders: Record<string, string>;
	responseBody: string;
}

/** The requests so far: at most the last 100,000, and 64 million characters of bodies. */
export class RequestLog {
	private entries: LogEntry[] = [];
	private count = 0;
	private characters = 0;

	open(
		request: Pick<LogEntry, 'at' | 'key' | 'method' | 'path' | 'query' | 'headers' | 'requestBody'>,
	): LogEntry {
		this.count += 1;
		const entry: LogEntry = {
			number: this.count,
			...request,
			outcome: 'under way',
			served: null,
			chargeUsd: 0,
			fault: null,
			status: null,
			responseHeaders: {},
			responseBody: '',
		};
		this.entries.push(entry);
		this.characters += entry.requestBody.length;
		return entry;
	}

	answered(entry: LogEntry, status: number, headers: Record<string, string>, body: string): void {
		entry.status = status;
		entry.responseHeaders = headers;
		entry.responseBody = body;
		this.characters += body.length;
		if (this.entries.length > MOST_ENTRIES || this.characters > MOST_CHARACTERS) this.dropOldest();
	}

	/** Oldest first. */
	list(): LogEntry[] {
		return [...this.entries];
	}

	clear(): void {
		this.entries = [];
		this.count = 0;
		this.characters = 0;
	}

	private dropOldest(): void {
		const dropped = this.entries.splice(0, Math.ceil(this.entries.length / 10));
		for (const { requestBody, responseBody } of dropped)
			this.characters -= requestBody.length + responseBody.length;
	}
}
