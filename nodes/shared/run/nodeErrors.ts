import {
	type IHookFunctions,
	type INode,
	type NodeError,
	NodeOperationError,
	type JsonObject,
	NodeApiError,
} from 'n8n-workflow';

import { finalPublishError, isRestart } from '../host/host';
import { withoutMarks } from '../values/basics/inWords';
import type { ParameterReader } from '../form/parameterReader';
import {
	refusalOfFields,
	refusalIn,
	Refused,
	wrong,
	type Refusal,
	isBudgetReached,
} from '../values/basics/refusal';
import { asError } from '../values/basics/values';

/** Tells n8n's polling engine whether and when to retry; older versions of n8n ignore it. */
function causeOf({ kind, details = {} }: Refusal): NodeError['failure'] {
	const { kind: failure, status, retry_after_seconds: wait } = details;
	if (kind === 'wrong' || kind === 'doubtful') return { cause: 'configuration-invalid' };
	if (failure === undefined) return undefined;
	if (status === 429 || failure === 'waitedTooLong')
		return { cause: 'rate-limited', ...(typeof wait === 'number' && { retryAfterMs: wait * 1000 }) };
	if (failure === 'status' && (status === 401 || status === 403)) return { cause: 'credential-invalid' };
	if (failure === 'status' && Number(status) < 500) return { cause: 'configuration-invalid' };
	if (failure === 'redirect' || failure === 'notSent') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

/**
 * The error that ends a node run, as n8n shows it.
 * Message and description are set last, because n8n's class replaces texts that seem to contain a network code.
 */
export function toNodeError(
	node: INode,
	refusal: Refusal,
	{ itemIndex, description = refusal.todo }: { itemIndex?: number; description?: string } = {},
): NodeError {
	const { what: message, details = {} } = refusal;
	if (details.kind === undefined) {
		const shown = new NodeOperationError(node, message, { itemIndex, description });
		return Object.assign(shown, { failure: causeOf(refusal) });
	}
	const httpCode = details.status?.toString();
	const shown = new NodeApiError(node, details as JsonObject, {
		message,
		description,
		httpCode,
		itemIndex,
		failure: causeOf(refusal),
	});
	return Object.assign(shown, { message, description, messages: [] });
}

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

export const mustBeOff = (setting: string, otherwise: string): Refused =>
	wrong(`'${setting}' must be off in the settings of this trigger`, `Otherwise ${otherwise}`);

/** @throws Refused for node settings with which updates would be lost or repeated */
export function assertNodeSettings(node: INode): void {
	if (node.executeOnce)
		throw mustBeOff(
			'Execute Once',
			'only the first update is processed and the others are lost. To process one update at a time, add a Loop Over Items node after the trigger.',
		);
	if (node.alwaysOutputData)
		throw mustBeOff('Always Output Data', 'duplicate updates start the workflow with an empty item.');
}
