import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RadarApiError, toNodeApiError } from '../../shared/client';
import { KEEPS_ERROR_DETAILS } from '../../shared/n8n/host';
import type { FailedItems, ItemFailure } from './itemResult';
import { itemsNamed } from '../../shared/basics/listed';
import { PurchaseRefused } from '../../shared/money/monthlyBudget';
import { explainProblems, type FieldProblem } from '../../shared/parameters/parameterReader';

/** A list of a thousand radars may have as many problems. */
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

/** Exactly these keys: any other sends the item down the success branch. */
export const toErrorItem = ({ error, message, details }: ItemFailure, item: number): INodeExecutionData => ({
	json: { error, message, ...(KEEPS_ERROR_DETAILS && { details }) },
	pairedItem: { item },
});

/** A line of text with a caret below it, as the title expression check shows a place. */
const MARKED_LINE = /^.*\n *\^$/m;

/** The editor shows descriptions as HTML, with few tags and spaces folded. */
const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replace(MARKED_LINE, (lines) => `<code>${lines.replaceAll(' ', '&nbsp;')}</code>`)
		.replaceAll('\n', '<br>');

/** The error that ends the node under On Error: Stop. @param more what else there is to say */
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

/** Under On Error: Stop only the first item is explained; the others that are wrong are named. */
export const describeOtherInvalidItems = (others: FailedItems[]): string => {
	if (others.length === 0) return 'Nothing was sent.';
	return `Other fields to correct: in ${named(others)}. Nothing was sent.`;
};

/** The others of which it is not known whether they were done, and paid for, are named as well. */
export const describeOtherUnknownOutcomes = (failed: FailedItems[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.details.outcome === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `The outcome is also unknown for ${named(unknown)}.${candidates}`;
};
