import type { IDataObject } from 'n8n-workflow';

import type { Control, Fault, Sandbox } from '../../../sandbox';
import { runNode, type RunResult } from '../harness';
import type { CallCase, Counts } from './callCases';
import { inStep } from './fastTime';
import type { FaultCase } from './faultCases';
import { untold, type Output } from './untold';

type Credential = Parameters<typeof runNode>[2]['credential'];

const EVERY_TIME = 1_000_000;

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** The node's own settings. */
export interface NodeSettings {
	onError: (typeof ON_ERROR)[number];
	/** n8n runs the node up to three times. */
	retryOnFail: boolean;
}

/** A call under a fault: what came of it, and what should have. */
export interface CaseResult extends NodeSettings {
	call: string;
	fault: string;
	expected: Counts;
	seen: Counts;
	/** The words of its error items. */
	said: string[];
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

async function run(
	call: CallCase,
	items: IDataObject[],
	fault: FaultCase,
	settings: NodeSettings,
	control: Control,
	credential: Credential,
): Promise<Output> {
	control.addFaults(hits(call, fault));
	const result = await runNode(call.parameters, items, {
		credential,
		node: { ...settings, maxTries: 3, waitBetweenTries: 1 },
	});
	// Late commits count as well.
	await control.idle();
	return outputOf(result);
}

/** Runs the call in the engine against the sandbox, as if it were another one, with the fault, and counts. */
export async function runCase(
	sandbox: Sandbox,
	call: CallCase,
	fault: FaultCase,
	expected: Counts,
	settings: NodeSettings,
): Promise<CaseResult> {
	sandbox.renew();
	const { control, baseUrl, apiKey } = sandbox;
	control.change(call.settings ?? {});
	const credential = { baseUrl, apiKey, requestsPerSecond: 10 };
	const items = call.prepare(control);
	const before = control.charges().length;
	const output = await inStep(
		control,
		async () => await run(call, items, fault, settings, control, credential),
	);
	const { ended, errors } = output;
	const charges = control.charges().slice(before);
	return {
		...settings,
		call: call.name,
		fault: fault.name,
		expected,
		seen: {
			radars: call.radars(control),
			charges: charges.length,
			items: output.items.length,
			// An error that ends the run stands for all items.
			errors: ended ? items.length : errors.length,
			untold: untold(charges, output).length,
		},
		said: ended
			? [`${ended.message}. ${ended.description}`]
			: errors.map(({ error, message }) => `${String(error)}. ${String(message)}`),
	};
}
