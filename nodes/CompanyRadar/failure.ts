import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { ACTIONABLE_CAUSES, NodeOperationError } from 'n8n-workflow';

import { ServiceError, toNodeApiError } from '../shared/transport';
import type { FieldProblem } from './reader';

/** Why an item has no result: what happened, what to do, and the facts behind it. */
export interface Failure {
	error: string;
	message: string;
	details: IDataObject;
	cause?: Error;
}

/** The headline of a reason, and what stands below it, e.g. the place in an expression. */
const parts = ({ field, reason }: FieldProblem): [string, string[]] => {
	const [headline = '', ...below] = reason.split('\n');
	return [`'${field}': ${headline}`, below];
};

export const inputFailure = (problems: FieldProblem[]): Failure => {
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

const serviceFailure = (error: ServiceError): Failure => ({
	error: error.message,
	message: error.description,
	details: error.details,
	cause: error,
});

export const failureOf = (error: unknown): Failure => {
	if (error instanceof ServiceError) return serviceFailure(error);
	const cause = error instanceof Error ? error : new Error(String(error));
	return {
		error: cause.message,
		message: 'Look at the node that gave this item its values, then run again.',
		details: {},
		cause,
	};
};

/** Some releases before n8n 2.37 send items with details down the success branch. This constant came with 2.37. */
const KEEPS_DETAILS = ACTIONABLE_CAUSES !== undefined;

/** Exactly these keys: any other sends the item down the success branch. */
export const errorItem = ({ error, message, details }: Failure, item: number): INodeExecutionData => ({
	json: { error, message, ...(KEEPS_DETAILS && { details }) },
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
export const nodeError = (node: INode, failure: Failure, itemIndex: number, paid: string | undefined) => {
	const description = asHtml([failure.message, paid].filter(Boolean).join('\n'));
	if (failure.cause instanceof ServiceError) {
		return toNodeApiError(node, failure.cause, { itemIndex, description });
	}
	return new NodeOperationError(node, failure.error, { itemIndex, description });
};
