import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const hashOf = (item: DeduplicationItemTypes): string =>
	createHash('md5').update(String(item)).digest('base64');

const BUSY = 'SQLITE_BUSY: database is locked';

/**
 * Stands for n8n's table of processed items: one row for each node, found, changed and written without a lock.
 * The first write of a row is an insert, which fails if there is one already.
 */
export class ProcessedItems implements IDataDeduplicator {
	/** Hashes by workflow and node. */
	private rows = new Map<string, string[]>();

	/** Writes so far. */
	writes = 0;

	/** Milliseconds between reading and writing a row. */
	latency = () => 1;

	/** This many of the next calls fail. */
	failures = 0;

	/** With what they fail. */
	error = BUSY;

	clear(): void {
		this.rows = new Map();
		this.writes = 0;
		this.failures = 0;
		this.error = BUSY;
		this.latency = () => 1;
	}

	/** Each row gets this many entries of other items. */
	fill(count: number): void {
		const others = Array.from({ length: count }, (_, index) => hashOf(`other ${index}`));
		for (const row of this.rows.values()) row.push(...others);
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		context: ICheckProcessedContextData,
		{ maxEntries = Number.POSITIVE_INFINITY }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (this.failures > 0) {
			this.failures--;
			throw new Error(this.error);
		}
		const key = `${context.workflow.id}:${context.node?.id}`;
		const found = this.rows.get(key);
		const row = [...(found ?? [])];
		await wait(this.latency());
		if (!found && this.rows.has(key)) throw new Error('UNIQUE constraint failed: processed_data');
		const known = new Set(row);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			const hash = hashOf(item);
			if (known.has(hash)) output.processed.push(item);
			else {
				output.new.push(item);
				row.push(hash);
			}
		}
		this.rows.set(key, row.slice(-maxEntries));
		this.writes++;
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const key = `${context.workflow.id}:${context.node?.id}`;
		const removed = new Set(items.map(hashOf));
		const row = (this.rows.get(key) ?? []).filter((hash) => !removed.has(hash));
		await wait(this.latency());
		this.rows.set(key, row);
		this.writes++;
	}

	async clearAllProcessedItems(): Promise<void> {}

	async getProcessedDataCount(): Promise<number> {
		return 0;
	}
}

let installed: ProcessedItems | undefined;

/** The one that the engine of this test file uses. */
export async function processedItems(): Promise<ProcessedItems> {
	if (!installed) {
		installed = new ProcessedItems();
		// n8n takes one in a process; the test files of a process each bring their own.
		Reflect.deleteProperty(DataDeduplicationService, 'instance');
		await DataDeduplicationService.init(installed);
	}
	return installed;
}
