import type { ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { FORMAT_RULES } from '../rules/formats';
import type { Issue, Json } from '../types';
import { creationSchemaByType, document, pointerTo, RADAR_TYPES, type Operation } from './document';

function validatorOf(options: { coerceTypes: boolean }) {
	// The root of an OpenAPI document isn't a schema: checking it would only compile the meta-schema, in every test file.
	const ajv = new Ajv2020({
		allErrors: true,
		strict: false,
		validateSchema: false,
		verbose: true,
		...options,
	});
	addFormats(ajv);
	for (const [name, problem] of Object.entries(FORMAT_RULES)) {
		ajv.addFormat(name, (value: string) => problem(value) === null);
	}
	ajv.addKeyword({
		keyword: 'x-max-items',
		type: 'string',
		validate: (most: number, value: string) => value.split(',').length <= most,
	});
	return ajv.addSchema(document, 'document');
}

const bodies = validatorOf({ coerceTypes: false });
const texts = validatorOf({ coerceTypes: true });

function reasonOf({ keyword, params, message, data, schema }: ErrorObject): string {
	const rule = keyword === 'format' ? FORMAT_RULES[params.format as string] : undefined;
	if (rule) return rule(data as string) ?? '';
	if (keyword === 'required') return 'is required';
	if (keyword === 'additionalProperties') return 'is not allowed';
	if (keyword === 'enum') return `must be one of ${(params.allowedValues as string[]).join(', ')}`;
	if (keyword === 'x-max-items') return `must hold at most ${String(schema)} values`;
	if (keyword !== 'anyOf') return message ?? 'is invalid';
	const names = (schema as Array<{ required?: string[] }>).flatMap(({ required }) => required ?? []);
	return `needs at least one of ${names.join(', ')}`;
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
	const path = instancePath.split('/').slice(1);
	if (keyword === 'required') path.push(params.missingProperty as string);
	if (keyword === 'additionalProperties') path.push(params.additionalProperty as string);
	// The only alternative at the top of a body is that of a contact's identifiers.
	if (keyword === 'anyOf' && path.length === 0) return 'identifiers';
	return path.join('.') || 'body';
}

/** An alternative that failed is one issue, not one for each of its branches. */
function withoutBranches(errors: ErrorObject[]): ErrorObject[] {
	const alternatives = errors
		.filter(({ keyword }) => keyword === 'anyOf')
		.map(({ schemaPath }) => `${schemaPath}/`);
	return errors.filter(({ schemaPath }) => !alternatives.some((start) => schemaPath.startsWith(start)));
}

function issuesBy(ajv: Ajv2020, pointer: string, data: unknown): Issue[] {
	const validate = ajv.getSchema(`document#${pointer}`);
	if (validate === undefined) throw new Error(`openapi.yaml has nothing at ${pointer}`);
	if (validate(data)) return [];
	return withoutBranches(validate.errors ?? []).map((error) => ({
		field: fieldOf(error),
		reason: reasonOf(error),
	}));
}

/** What is wrong with `data` by the schema at that place of the document. */
export const issuesAt = (pointer: string, data: unknown) => issuesBy(bodies, pointer, data);

/** What is wrong with `data` by the schema of that name. */
export const schemaIssues = (name: string, data: unknown) =>
	issuesAt(pointerTo('components', 'schemas', name), data);

/** What is wrong with a value that came as text (a query parameter, a header) by the schema at that place. */
export const textIssuesAt = (pointer: string, text: unknown) => issuesBy(texts, pointer, text);

/** What is wrong with the body of a creation, by the schema of its own type. */
export function creationIssues(body: unknown): Issue[] {
	const base = schemaIssues('RadarCreateBase', body);
	const type = (body as Json | null)?.['radar_type'];
	if (base.some(({ field }) => field === 'body') || type === undefined) return base;
	const name = typeof type === 'string' ? creationSchemaByType.get(type) : undefined;
	if (name !== undefined) return schemaIssues(name, body);
	return [...base, { field: 'radar_type', reason: `must be one of ${RADAR_TYPES.join(', ')}` }];
}

/** What is wrong with the body of an operation. */
export function bodyIssues(operation: Operation, body: unknown): Issue[] {
	if (operation.id === 'createRadar') return creationIssues(body);
	return issuesAt(`${operation.pointer}/requestBody/content/application~1json/schema`, body);
}

/** What is wrong with a query: names that the document does not have, and values that do not fit theirs. */
export function queryIssues(operation: Operation, query: Json): Issue[] {
	return Object.entries(query).flatMap(([name, value]) => {
		const index = operation.queryParameters.findIndex((one) => one.name === name);
		const parameter = operation.queryParameters[index];
		if (parameter === undefined) return [{ field: name, reason: 'is not a known query parameter' }];
		if (value === '' && parameter.allowEmptyValue) return [];
		const pointer = `${operation.pointer}/parameters/${index}/schema`;
		return textIssuesAt(pointer, value).map(({ reason }) => ({ field: name, reason }));
	});
}
