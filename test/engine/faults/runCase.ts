import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Charge, type Control, type Fault } from '../../../sandbox';
import { runNode } from '../harness';
import type { CallCase, Counts } from './callCases';
import { FAST_SETTINGS, inStep } from './fastTime';
import type { FaultCase } from './faultCases';
import { untold, type Output } from './untold';

type Credential = Parameters<typeof runNode>[2]['credential'];

const EVERY_TIME = 1_000_000;

/** A call under a fault: what came of it, and what should have. */
export interface CaseResult {
	call: string;
	fault: string;
	expected: Counts;
	seen: Counts;
	/** The words of its error items. */
	said: string[];
	/** Charges that the user is told nothing of. */
	untold: Charge[];
}

const outputOf = (result: Awaited<ReturnType<typeof runNode>>, node: string): IDataObject[] =>
	result.ran(node) ? result.json(node) : [];

const hits = ({ method, path }: CallCase, { fault, always }: FaultCase): Fault => ({
	...fault,
	method,
	path,
	count: always ? EVERY_TIME : 1,
});

async function run(
	call: CallCase,
	items: IDataObject[],
	fault: FaultCase,
	control: Control,
	credential: Credential,
): Promise<Output> {
	control.addFaults(hits(call, fault));
	const result = await runNode(call.parameters, items, {
		credential,
		node: { onError: 'continueErrorOutput' },
	});
	// Late commits count as well.
	await control.idle();
	return { items: outputOf(result, 'Success'), errors: outputOf(result, 'Error') };
}

/** Runs the call in the engine against a sandbox of its own, with the fault, and counts. */
export async function runCase(call: CallCase, fault: FaultCase, expected: Counts): Promise<CaseResult> {
	const sandbox = await startSandbox({ settings: { ...FAST_SETTINGS, ...call.settings } });
	const { control, baseUrl, apiKey } = sandbox;
	try {
		const credential = { baseUrl, apiKey, requestsPerSecond: 10 };
		const items = call.prepare(control);
		const before = control.charges().length;
		const output = await inStep(control, async () => await run(call, items, fault, control, credential));
		const charges = control.charges().slice(before);
		return {
			call: call.name,
			fault: fault.name,
			expected,
			seen: {
				radars: call.radars(control),
				charges: charges.length,
				items: output.items.length,
				errors: output.errors.length,
			},
			said: output.errors.map(({ error, message }) => `${String(error)}. ${String(message)}`),
			untold: untold(charges, output),
		};
	} finally {
		await sandbox.stop();
	}
}
