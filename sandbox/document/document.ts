import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Json } from '../types';

interface QueryParameter {
	name: string;
	allowEmptyValue?: boolean;
}
interface MediaType {
	content?: { 'application/json': { schema: Json } };
}
export interface DocumentedResponse extends MediaType {
	$ref?: string;
	headers?: Record<string, { $ref: string }>;
}
interface DocumentedOperation {
	operationId: string;
	/** Of the query; those of the path are described at the path. */
	parameters?: QueryParameter[];
	requestBody?: MediaType;
	responses: Record<string, DocumentedResponse>;
	'x-budget': Budget;
	'x-max-body-bytes'?: number;
}
interface Document {
	paths: Record<string, Record<string, unknown>>;
	components: {
		schemas: Record<string, Json>;
		responses: Record<string, DocumentedResponse>;
		headers: Record<string, { schema: Json; required?: boolean }>;
	};
}

export type Budget = 'write' | 'read' | 'bulk';

/** One API operation, as openapi.yaml describes it. */
export interface Operation {
	id: string;
	method: string;
	/** With parameters in braces, as in the document. */
	path: string;
	/** JSON pointer of the operation in the document. */
	pointer: string;
	budget: Budget;
	/** Largest body in bytes, where there is a limit. */
	maxBodyBytes: number | null;
	queryParameters: QueryParameter[];
	hasBody: boolean;
	responses: Record<string, DocumentedResponse>;
}

/** openapi.yaml, read once. */
export const document = load(readFileSync(join(__dirname, '..', 'openapi.yaml'), 'utf8')) as Document;

/** A JSON pointer, as a URI fragment, to that place in the document. */
export const pointerTo = (...parts: string[]) =>
	`/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const METHODS = ['get', 'post', 'delete'];

function operation(path: string, method: string, described: DocumentedOperation): Operation {
	return {
		id: described.operationId,
		method: method.toUpperCase(),
		path,
		pointer: pointerTo('paths', path, method),
		budget: described['x-budget'],
		maxBodyBytes: described['x-max-body-bytes'] ?? null,
		queryParameters: described.parameters ?? [],
		hasBody: described.requestBody !== undefined,
		responses: described.responses,
	};
}

/** Every operation of the document. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
	METHODS.filter((method) => method in item).map((method) =>
		operation(path, method, item[method] as DocumentedOperation),
	),
);

/** The operation that a request without its query belongs to; literal paths go before those with parameters. */
export function operationOf(method: string, path: string): Operation | undefined {
	const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
	const candidates = operations.filter((one) => one.method === method && fits(one.path));
	return candidates.find((one) => one.path === path) ?? candidates[0];
}

const lastPart = (reference: string) => reference.split('/').at(-1) ?? '';

/** What a `$ref` into the components' responses or headers, or the thing itself, stands for. */
export const responseOf = (response: DocumentedResponse): DocumentedResponse =>
	response.$ref ? (document.components.responses[lastPart(response.$ref)] ?? response) : response;
export const headerOf = (reference: string) => document.components.headers[lastPart(reference)];

function radarTypesOf(schemaName: string): string[] {
	const parts = document.components.schemas[schemaName]?.['allOf'] as Json[];
	const types = parts.map((part) => (part['properties'] as Json | undefined)?.['radar_type']);
	const type = types.find((one) => one !== undefined) as { $ref?: string; const?: string; enum?: string[] };
	const named = type.$ref ? (document.components.schemas[lastPart(type.$ref)] as typeof type) : type;
	return named.enum ?? [named.const ?? ''];
}

const alternatives = document.components.schemas['RadarCreate']?.['oneOf'] as Array<{ $ref: string }>;

/** The name of the schema that a creation of each radar type has to fit. */
export const creationSchemaByType = new Map<string, string>(
	alternatives
		.map(({ $ref }) => lastPart($ref))
		.flatMap((name) => radarTypesOf(name).map((type) => [type, name] as const)),
);

/** All radar types, in the order of the document. */
export const RADAR_TYPES = [...creationSchemaByType.keys()];
