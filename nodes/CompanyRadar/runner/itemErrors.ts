import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RadarApiError, toNodeApiError } from '../../shared/client';
import { KEEPS_ERROR_DETAILS } from '../../shared/n8n/host';
import type { FailedItems, ItemFailure } from './itemResult';
import { itemsNamed } from '../../shared/basics/listed';
import { PurchaseRefused } from '../../shared/money/monthlyBudget';
import { explainProblems, type FieldProblem } from '../../shared/parameters/parameterReader';

/** Keeps the error details short: a list of 1,000 radars may have 1,000 problems. */
const MAX_PROBLEMS = 20;

export const toInputFailure = (problems: FieldProblem[]): ItemFailure => {
	const { message, description } = explainProblems(problems);
	return {
		error: message,
		message: description,
		details: { problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({ ...problem })) },
	};
};

const CHECK_SOURCE = "Check the node that provides this item's values, then execute again.";

export const toFailure = (error: unknown): ItemFailure => {
	const cause = error instanceof Error ? error : new Error(String(error));
	const { description, details } =
		cause instanceof RadarApiError || cause instanceof PurchaseRefused
			? cause
			: { description: CHECK_SOURCE, details: {} };
	return { error: cause.message, message: description, details, cause };
};

/** Exactly these keys: with any other, n8n sends the item to the success output. */
export const toErrorItem = ({ error, message, details }: ItemFailure, item: number): INodeExecutionData => ({
	json: { error, message, ...(KEEPS_ERROR_DETAILS && { details }) },
	pairedItem: { item },
});

/** A line with a caret below it: the check of title expressions marks a mistake this way. */
const MARKED_LINE = /^.*\n *\^$/m;

/** The editor renders descriptions as HTML: it allows few tags and collapses spaces. */
const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replace(MARKED_LINE, (lines) => `<code>${lines.replaceAll(' ', '&nbsp;')}</code>`)
		.replaceAll('\n', '<br>');

/** The error that ends the node under On Error: Stop. @param more text to add to the description */
export const toNodeError = (node: INode, { items, failure }: FailedItems, more?: string) => {
	const [itemIndex = 0] = items;
	const description = asHtml([failure.message, more].filter(Boolean).join('\n'));
	if (failure.cause instanceof RadarApiError) {
		return toNodeApiError(node, failure.cause, { itemIndex, description });
	}
	return new NodeOperationError(node, failure.error, { itemIndex, description });
};

export const failEach = (items: number[], failure: ItemFailure): FailedItems[] =>
	items.map((item) => ({ items: [item], failure }));

const MAX_NAMED_ITEMS = 20;

const named = (failed: FailedItems[]): string =>
	itemsNamed(
		failed.flatMap(({ items }) => items),
		MAX_NAMED_ITEMS,
	);

/** Under On Error: Stop, the error explains only the first invalid item, so this names the others. */
export const describeOtherInvalidItems = (others: FailedItems[]): string => {
	if (others.length === 0) return 'Nothing was sent.';
	return `Other fields to correct: in ${named(others)}. Nothing was sent.`;
};

/** Names the other items with an unknown outcome, because the user must check each one. */
export const describeOtherUnknownOutcomes = (failed: FailedItems[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.details.outcome === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `The outcome is also unknown for ${named(unknown)}.${candidates}`;
};
