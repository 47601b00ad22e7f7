import type { IHookFunctions, INode, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../host/nodeError';
import { finalPublishError, isRestart } from '../host/host';
import { withoutMarks } from '../values/basics/plainText';
import { isBudgetReached, PurchaseRefused } from '../money/purchases';
import type { ParameterReader } from '../form/parameterReader';
import { allFields, refusalIn, Refused, wrong, type Refusal } from '../values/basics/refusal';
import { asError } from '../values/basics/values';

/** The error for fields whose values can't be used. */
export function fieldsRefused(problems: readonly Refusal[]): Refused {
	const refusal = allFields(problems);
	// n8n shows a trigger's problem in one line.
	return new Refused({ ...refusal, todo: withoutMarks(refusal.todo) });
}

/** @throws Refused that names all fields with a problem */
export function assertValid(read: ParameterReader): void {
	read.checkChoices();
	if (read.problems.length > 0) throw fieldsRefused(read.problems);
}

/** A radar couldn't be created. `account` describes the other radars. */
export class CreationError extends Error {
	constructor(
		readonly reason: unknown,
		readonly account: string,
	) {
		super(String(reason));
	}
}

/** The error as n8n shows it. For wrong settings, `failure` names the cause for n8n's polling. */
export function triggerError(node: INode, error: unknown, more?: string): NodeError {
	if (error instanceof CreationError) return triggerError(node, error.reason, error.account);
	const description = (own: string) => [own, more].filter(Boolean).join('\n');
	if (error instanceof Refused)
		return toNodeError(node, error.refusal, { description: description(error.description) });
	if (error instanceof PurchaseRefused)
		return new NodeOperationError(node, error.message, { description: description(error.description) });
	return new NodeOperationError(node, asError(error), {
		description: description(''),
	});
}

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
		const reason = error instanceof CreationError ? error.reason : error;
		const isFinal = ['wrong', 'doubtful'].includes(refusalIn(reason).kind) || isBudgetReached(reason);
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
