import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { RadarApiError, toNodeApiError } from '../../shared/client';
import { KEEPS_ERROR_DETAILS } from '../../shared/host';
import type { FailedOutcome, ItemFailure } from './outcome';
import type { FieldProblem } from './parameterReader';

/** The headline of a reason, and what stands below it, e.g. the place in an expression. */
const parts = ({ field, reason }: FieldProblem): [string, string[]] => {
	const [headline = '', ...below] = reason.split('\n');
	return [`'${field}': ${headline}`, below];
};

export const toInputFailure = (problems: FieldProblem[]): ItemFailure => {
	const names = [...new Set(problems.map(({ field }) => `'${field}'`))];
	const texts = problems.map((problem) => {
		const [headline, below] = parts(problem);
		return { headline, help: [...below, problem.fix].join('\n') };
	});
	const [only] = texts;
	return {
		...(only && texts.length === 1
			? { error: only.headline, message: only.help }
			: {
					error:
						names.length === 1
							? `The field ${names[0]} needs another value`
							: `These fields need another value: ${names.join(', ')}`,
					message: texts.map(({ headline, help }) => `${headline}\n${help}`).join('\n'),
				}),
		details: { problems: problems.map((problem) => ({ ...problem })) },
	};
};

const serviceFailure = (error: RadarApiError): ItemFailure => ({
	error: error.message,
	message: error.description,
	details: error.details,
	cause: error,
});

export const toFailure = (error: unknown): ItemFailure => {
	if (error instanceof RadarApiError) return serviceFailure(error);
	const cause = error instanceof Error ? error : new Error(String(error));
	return {
		error: cause.message,
		message: 'Look at the node that gave this item its values, then run again.',
		details: {},
		cause,
	};
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

/** The error that ends the node under On Error: Stop. `paid` says what was done before it. */
export const toNodeError = (
	node: INode,
	failure: ItemFailure,
	itemIndex: number,
	paid: string | undefined,
) => {
	const description = asHtml([failure.message, paid].filter(Boolean).join('\n'));
	if (failure.cause instanceof RadarApiError) {
		return toNodeApiError(node, failure.cause, { itemIndex, description });
	}
	return new NodeOperationError(node, failure.error, { itemIndex, description });
};

/** After one of these, every further call would fail alike (docs/api.md, Errors). */
const FATAL_STATUS_CODES = new Set([401, 402, 403]);

export const isFatal = (error: unknown): boolean =>
	error instanceof RadarApiError && FATAL_STATUS_CODES.has(error.status ?? 0);

/** A call that was waiting for its turn when the run was held. */
export const isCancelledBeforeSend = (error: unknown): boolean =>
	error instanceof RadarApiError && error.kind === 'cancelled';

export const failEach = (items: number[], failure: ItemFailure): FailedOutcome[] =>
	items.map((item) => ({ items: [item], failure }));

const MAX_NAMED_ITEMS = 20;

const named = (items: number[]): string => {
	const more = items.length - MAX_NAMED_ITEMS;
	const shown = items.slice(0, MAX_NAMED_ITEMS).join(', ');
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Under On Error: Stop only the first item is explained; the others that are wrong are named. */
export const describeOtherInvalidItems = (others: FailedOutcome[]): string => {
	if (others.length === 0) return 'Nothing was sent.';
	return `Fields are also wrong in ${named(others.flatMap(({ items }) => items))}. Nothing was sent.`;
};

/** The others of which it is not known whether they were done, and paid for, are named as well. */
export const describeOtherUnknownOutcomes = (failed: FailedOutcome[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.details.outcome === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `The outcome is also unknown for ${named(unknown.flatMap(({ items }) => items))}.${candidates}`;
};
