import type { IExecuteFunctions } from 'n8n-workflow';

import { Breath } from '../shared/breath';
import { inputFailure } from './failure';
import type { FailedOutcome, Operation, Prepared } from './operation';
import type { Parameters } from './parameters';
import { Reader, type FieldProblem } from './reader';
import type { Receipt } from './receipt';

export interface Prepare {
	execution: IExecuteFunctions;
	operation: Operation;
	parameters: Parameters;
	receipt: Receipt;
	serviceIsLoopback: boolean;
	/** What is wrong for the whole run: every item then fails. */
	problems: FieldProblem[];
}

/** A hint with the number of items that it is about. */
const withCount = (hint: string, items: number): string =>
	items === 1 ? hint : `${hint.replace(/\.$/, '')} (${items} items).`;

/** Reads and checks the settings and every item before anything is sent. */
export async function prepare({ execution, operation, parameters, receipt, ...run }: Prepare) {
	const settingsReader = new Reader(parameters, 0, run.serviceIsLoopback);
	const settings = operation.settings?.(settingsReader) as never;
	const wrongSettings = [...run.problems, ...settingsReader.problems];

	const hints = new Map<string, number>();
	const prepared: Prepared<never>[] = [];
	const refused: FailedOutcome[] = [];
	const { length } = execution.getInputData();
	const breath = new Breath();
	for (let item = 0; item < length; item++) {
		await breath.take();
		const reader = new Reader(parameters, item, run.serviceIsLoopback);
		const input = await operation.input(reader);
		const problems = [...wrongSettings, ...reader.problems];
		if (problems.length > 0) {
			refused.push({ items: [item], failure: inputFailure(problems) });
		} else {
			prepared.push({ item, input });
			for (const hint of new Set(reader.hints)) hints.set(hint, (hints.get(hint) ?? 0) + 1);
		}
	}
	for (const [hint, items] of hints) receipt.note(withCount(hint, items));
	for (const hint of settingsReader.hints) receipt.note(hint);
	return { settings, prepared, refused };
}
