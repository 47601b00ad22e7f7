import type { IHookFunctions, INode, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../host/nodeError';
import { finalPublishError, isRestart } from '../host/host';
import { withoutMarks } from '../values/basics/plainText';
import { isBudgetReached } from '../money/purchases';
import type { ParameterReader } from '../form/parameterReader';
import { refusalOfFields, refusalIn, Refused, wrong, type Refusal } from '../values/basics/refusal';
import { asError } from '../values/basics/values';

/** The error for fields whose values can't be used. */
export function fieldsRefused(problems: readonly Refusal[]): Refused {
	const refusal = refusalOfFields(problems);
	// n8n shows a trigger's problem in one line.
	return new Refused({ ...refusal, todo: withoutMarks(refusal.todo) });
}

/** @throws Refused that names all fields with a problem */
export function assertValid(read: ParameterReader): void {
	read.checkChoices();
	if (read.problems.length > 0) throw fieldsRefused(read.problems);
}

/** The error as n8n shows it. */
export const triggerError = (node: INode, error: unknown): NodeError =>
	error instanceof Refused
		? toNodeError(node, error.refusal)
		: new NodeOperationError(node, asError(error), { description: '' });

/** Returns what `run` returns, and throws its errors as n8n shows them. */
export async function withNodeErrors<T>(node: INode, run: () => Promise<T>): Promise<T> {
	return await run().catch((error: unknown) => {
		throw triggerError(node, error);
	});
}

/** The error with its description in the message, since n8n shows only the message when a workflow is published. */
export function publishError(node: INode, error: unknown): NodeError {
	const shown = triggerError(node, error);
	shown.message = [shown.message.replace(/\.$/, ''), shown.description].filter(Boolean).join('. ');
	return shown;
}

/** Returns what `run` returns, and throws its errors as n8n shows them in the editor or on publishing. */
export async function whilePublishing<T>(context: IHookFunctions, run: () => Promise<T>): Promise<T> {
	const node = context.getNode();
	if (context.getMode() === 'manual') return await withNodeErrors(node, run);
	return await run().catch((error: unknown) => {
		const shown = publishError(node, error);
		// Retrying can't fix wrong settings or a used-up budget.
		const isFinal = ['wrong', 'doubtful'].includes(refusalIn(error).kind) || isBudgetReached(error);
		throw isFinal && !isRestart(context) ? finalPublishError(node, shown) : shown;
	});
}

/** @throws Refused for node settings with which updates would be lost or repeated */
export function assertNodeSettings(node: INode): void {
	if (node.executeOnce) {
		throw wrong(
			"'Execute Once' must be off in the settings of this trigger",
			'Otherwise only the first update is processed and the others are lost. To process one update at a time, add a Loop Over Items node after the trigger.',
		);
	}
	if (node.alwaysOutputData) {
		throw wrong(
			"'Always Output Data' must be off in the settings of this trigger",
			'Otherwise duplicate updates start the workflow with an empty item.',
		);
	}
}
