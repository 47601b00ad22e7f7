import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceError, toNodeApiError } from '../shared/transport';
import type { FieldProblem } from './reader';

/** Why an item has no result: what happened, what to do, and the facts behind it. */
export interface Failure {
	error: string;
	message: string;
	details: IDataObject;
	cause?: Error;
}

const sentence = ({ field, reason }: FieldProblem) => `'${field}': ${reason}`;

export const inputFailure = (problems: FieldProblem[]): Failure => {
	const [first] = problems;
	if (!first) throw new Error('An input failure needs a problem');
	const names = [...new Set(problems.map(({ field }) => `'${field}'`))];
	return {
		error: problems.length === 1 ? sentence(first) : `These fields need another value: ${names.join(', ')}`,
		message:
			problems.length === 1
				? first.fix
				: problems.map((problem) => `${sentence(problem)} ${problem.fix}`).join('\n'),
		details: {
			problems: problems.map(({ field, part, reason, fix }) => ({
				field,
				...(part === undefined ? {} : { part }),
				reason,
				fix,
			})),
		},
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

/** Exactly these keys: any other sends the item down the success branch. */
export const errorItem = ({ error, message, details }: Failure, item: number): INodeExecutionData => ({
	json: { error, message, details },
	pairedItem: { item },
});

/** The error that ends the node under On Error: Stop. `paid` says what was done before it. */
export const nodeError = (node: INode, failure: Failure, itemIndex: number, paid: string | undefined) => {
	const description = [failure.message, paid].filter(Boolean).join('\n');
	if (failure.cause instanceof ServiceError) {
		return toNodeApiError(node, failure.cause, { itemIndex, description });
	}
	return new NodeOperationError(node, failure.error, { itemIndex, description });
};
