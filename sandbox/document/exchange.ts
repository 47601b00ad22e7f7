import type { LogEntry } from '../log';
import type { Json } from '../types';
import { headerOf, operationOf, pointerTo, responseOf, type Operation } from './document';
import { bodyIssues, issuesAt, queryIssues, schemaIssues, textIssuesAt } from './validator';

/** What does not fit the document, in words; both empty when all is well. */
export interface ExchangeProblems {
	request: string[];
	response: string[];
}

const inWords = (place: string, issues: Array<{ field: string; reason: string }>) =>
	issues.map(({ field, reason }) => `${place}: ${field} ${reason}`);

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function requestProblems(operation: Operation, entry: LogEntry): string[] {
	const problems = inWords('query', queryIssues(operation, entry.query));
	if (entry.headers['x-api-key'] === undefined) problems.push('header: x-api-key is missing');
	if (!operation.hasBody) return problems;
	if (!entry.headers['content-type']?.startsWith('application/json')) {
		problems.push('header: content-type is not application/json');
	}
	return [...problems, ...inWords('body', bodyIssues(operation, parsed(entry.requestBody)))];
}

function responseProblems(operation: Operation, entry: LogEntry): string[] {
	const described = operation.responses[String(entry.status)];
	if (described === undefined) return [`${entry.status} is not an answer of ${operation.id}`];
	const { headers = {}, content } = responseOf(described);
	const headerProblems = Object.entries(headers).flatMap(([name, { $ref }]) => {
		const text = entry.responseHeaders[name.toLowerCase()];
		if (text === undefined) return headerOf($ref)?.required ? [`header: ${name} is missing`] : [];
		const pointer = `${pointerTo(...$ref.split('/').slice(1))}/schema`;
		return inWords('header', textIssuesAt(pointer, text)).map((problem) => `${problem} (${name})`);
	});
	const inline = `${operation.pointer}/responses/${entry.status}`;
	const place = described.$ref ? pointerTo(...described.$ref.split('/').slice(1)) : inline;
	const bodyProblems = content
		? issuesAt(`${place}/content/application~1json/schema`, parsed(entry.responseBody))
		: [];
	return [...headerProblems, ...inWords('body', bodyProblems)];
}

/** What does not fit the document in a request, as the log has it. */
export function validateRequest(entry: LogEntry): string[] {
	const operation = operationOf(entry.method, entry.path);
	if (operation === undefined) return [`no operation is ${entry.method} ${entry.path}`];
	return requestProblems(operation, entry);
}

/**
 * Holds a request and its answer, as the log has them, against openapi.yaml. An answer that a fault replaced, delayed or
 * cut is not checked: it was not the service's.
 */
export function validateExchange(entry: LogEntry): ExchangeProblems {
	const operation = operationOf(entry.method, entry.path);
	const isServices = operation !== undefined && entry.fault === null && entry.status !== null;
	return {
		request: validateRequest(entry),
		response: isServices ? responseProblems(operation, entry) : [],
	};
}

/** What does not fit the document in an event that was sent to a webhook URL. */
export const validateEvent = (event: Json): string[] => inWords('event', schemaIssues('Update', event));
