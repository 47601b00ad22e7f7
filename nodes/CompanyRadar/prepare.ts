import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { inputFailure } from './failure';
import type { FailedOutcome, Operation, Prepared } from './operation';
import type { Parameters } from './parameters';
import { Reader, type FieldProblem } from './reader';
import type { Receipt } from './receipt';

/** Reading and checking is synchronous: after so many milliseconds of it other executions get their turn. */
const BREATH_AFTER = 10;

export interface Prepare {
	execution: IExecuteFunctions;
	operation: Operation;
	parameters: Parameters;
	receipt: Receipt;
	serviceIsLoopback: boolean;
	/** What is wrong for the whole run: every item then fails. */
	problems: FieldProblem[];
}

/** Reads and checks the settings and every item before anything is sent. */
export async function prepare({ execution, operation, parameters, receipt, ...run }: Prepare) {
	const settingsReader = new Reader(parameters, 0, run.serviceIsLoopback);
	const settings = operation.settings?.(settingsReader) as never;
	const wrongSettings = [...run.problems, ...settingsReader.problems];

	const prepared: Prepared<never>[] = [];
	const refused: FailedOutcome[] = [];
	const { length } = execution.getInputData();
	let breathed = Date.now();
	for (let item = 0; item < length; item++) {
		if (Date.now() - breathed >= BREATH_AFTER) {
			await sleep(0);
			breathed = Date.now();
		}
		const reader = new Reader(parameters, item, run.serviceIsLoopback);
		const input = operation.input(reader);
		const problems = [...wrongSettings, ...reader.problems];
		if (problems.length > 0) {
			refused.push({ items: [item], failure: inputFailure(problems) });
		} else {
			prepared.push({ item, input });
			for (const hint of reader.hints) receipt.note(hint);
		}
	}
	for (const hint of settingsReader.hints) receipt.note(hint);
	return { settings, prepared, refused };
}
