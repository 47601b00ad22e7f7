import type { IDataObject } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../../sandbox';
import { runNode, type RunResult } from '../harness';
import type { CallCase, Counts } from './callCases';
import { inStep } from './fastTime';
import type { FaultCase } from './faultCases';
import { untold, type Output } from './untold';

const EVERY_TIME = 1_000_000;

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** A call under a fault. */
interface Case {
	call: CallCase;
	fault: FaultCase;
	expected: Counts;
	onError: (typeof ON_ERROR)[number];
}

/** What came of it, and what should have. */
export interface CaseResult {
	name: string;
	expected: Counts;
	seen: Counts;
}

const isError = (json: IDataObject): boolean => 'error' in json && 'details' in json;

/** Items, failed items, and the error that ended the run. */
export function outputOf(result: RunResult): Output {
	const { error } = result;
	if (error) {
		const { message, description } = error;
		return { items: [], errors: [], ended: { message, description: String(description ?? '') } };
	}
	const all = ['Success', 'Error'].flatMap((node) => (result.ran(node) ? result.json(node) : []));
	return { items: all.filter((json) => !isError(json)), errors: all.filter(isError) };
}

const hits = ({ method, path }: CallCase, { fault, always }: FaultCase): Fault => ({
	...fault,
	method,
	path,
	count: always ? EVERY_TIME : 1,
});

/** Runs the call in the engine against the sandbox, as if it were another one, with the fault, and counts. */
export async function runCase(
	sandbox: Sandbox,
	{ call, fault, expected, onError }: Case,
): Promise<CaseResult> {
	sandbox.renew();
	const { control, baseUrl, apiKey } = sandbox;
	control.change(call.settings ?? {});
	const credential = { baseUrl, apiKey, requestsPerSecond: 10 };
	const items = call.prepare(control);
	const before = control.charges().length;
	const output = await inStep(control, async () => {
		control.addFaults(hits(call, fault));
		const result = await runNode(call.parameters, items, { credential, node: { onError } });
		// Late commits count as well.
		await control.idle();
		return outputOf(result);
	});
	const { ended, errors } = output;
	const charges = control.charges().slice(before);
	return {
		name: `${call.name}, ${fault.name}, ${onError}`,
		expected,
		seen: {
			radars: call.radars(control),
			charges: charges.length,
			items: output.items.length,
			// An error that ends the run stands for all items.
			errors: ended ? items.length : errors.length,
			untold: untold(charges, output).length,
		},
	};
}
