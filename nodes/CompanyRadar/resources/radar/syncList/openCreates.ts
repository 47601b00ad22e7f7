import type { ICheckProcessedOptions } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS, LIST_FIELD } from '../../../../shared/api/assumptions';
import type { Radar } from '../../../../shared/api/types';
import type { Outcome } from '../../../runner/outcome';
import type { RunContext } from '../../../runner/runContext';

/** Room for the lists of one node. */
const OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: 1000 };

/** A submission of 1,000 radars takes a few minutes. */
const MAX_ROUNDS = 10;

/** Whether it may still become a radar. */
const isOpen = (outcome: Outcome): boolean =>
	'failure' in outcome
		? outcome.failure.details.outcome === 'unknown'
		: 'json' in outcome && outcome.json.some(({ status }) => status === 'processing');

/**
 * Remembers that radars of a list may be under way, in n8n's table of processed items: unlike all else that a node can store, an entry is
 * written at once, and outlives a run that is killed.
 */
export class OpenCreates {
	/** Whether an earlier run has left radars that may still appear. Then this one says whether it does. */
	exist = false;

	private readonly entry: string[];

	private constructor(
		private readonly list: string,
		private readonly context: RunContext,
	) {
		this.entry = [`${context.service.accountId} ${list}`];
	}

	/** Writes the entry. A workflow that isn't saved has none, and goes on without. */
	static async begin(list: string, context: RunContext): Promise<OpenCreates> {
		const creates = new OpenCreates(list, context);
		const { checkProcessedAndRecord } = context.execution.helpers;
		const recorded = await checkProcessedAndRecord(creates.entry, 'node', OPTIONS).catch(() => undefined);
		creates.exist = recorded?.processed.length === 1;
		return creates;
	}

	/** Removes the entry, unless radars may be under way. If that fails, the next run waits once without need. */
	async end(): Promise<void> {
		if (this.exist) return;
		await this.context.execution.helpers.removeProcessed(this.entry, 'node', OPTIONS).catch(() => undefined);
	}

	note(outcomes: Outcome[]): void {
		this.exist = outcomes.some(isOpen);
	}

	/** Lists the radars when none of the list has appeared for as long as a create may take; undefined if that goes on too long. */
	async waitForRadars(listRadars: () => Promise<Radar[]>): Promise<Radar[] | undefined> {
		const { service, summary } = this.context;
		const count = (radars: Radar[]) =>
			radars.filter(({ custom_fields: fields }) => fields?.[LIST_FIELD] === this.list).length;
		let radars = await listRadars();
		for (let round = 0; round < MAX_ROUNDS; round++) {
			if (!(await service.wait(LATE_COMMIT_SECONDS))) return radars;
			const next = await listRadars();
			if (count(next) === count(radars)) {
				this.exist = false;
				summary.note(
					'An earlier run of this list was interrupted. This one waited until all its radars were there.',
				);
				return next;
			}
			radars = next;
		}
		return undefined;
	}
}
