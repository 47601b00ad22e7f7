// Usage: node --import tsx tools/outputSchemas.ts
// Writes the schema of what each operation and trigger puts out, its raw form last, for the editor's preview of the fields, the page about them, and the
// tables of operations and endpoints.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { pagesWithTables } from './operationTables';
import { optionsPage } from './optionsPage';
import { outputFieldsPage, RAW_ONLY } from './outputFields';

const ROOT = path.resolve(__dirname, '..');
const ACTION = 'nodes/CompanyRadar';
const TRIGGERS = {
	'Company Radar Trigger': 'nodes/CompanyRadarTrigger',
	'Company Radar Visitor Trigger': 'nodes/CompanyRadarVisitorTrigger',
};
const PAGE = 'docs/output-fields.md';
const OPTIONS_PAGE = 'docs/options.md';
const VERSION = 'v1.0.0';
const OUTPUT = 'Output';
/** What is put out with Simplify off. */
const RAW_OUTPUT = 'RawOutput';

interface Source {
	/** Of the operation or trigger, as the editor shows it. */
	name: string;
	/** Exports the type of the output. */
	file: string;
	/** The schema, where n8n looks for it. */
	schema: string;
}

const SOURCES: Source[] = [
	...RESOURCES.flatMap(({ name: resourceName, value: resource, operations }) =>
		operations.map(({ name, value }) => ({
			name: `${resourceName}: ${name}`,
			file: `${ACTION}/operations/${resource}/${value}.ts`,
			schema: `${ACTION}/__schema__/${VERSION}/${resource}/${value}.json`,
		})),
	),
	...Object.entries(TRIGGERS).map(([name, trigger]) => ({
		name,
		file: `${trigger}/execute.ts`,
		schema: `${trigger}/__schema__/${VERSION}.json`,
	})),
];

/** Where n8n looks for the schemas, next to the nodes. */
export const OUTPUT_SCHEMA_FILES = SOURCES.map(({ schema }) => schema);

type Schema = Record<string, unknown>;

/** One type as a word, since n8n shows the members of an object or a list only then. */
const typeOf = (types: unknown[]): unknown => (types.length > 1 ? types : types[0]);

/** A property of both forms. The default form describes it, and its type comes first, since n8n shows that one. */
const ofBoth = (own: Schema, raw: Schema): Schema => ({
	...raw,
	...own,
	type: typeOf([...new Set([own.type, raw.type].flat())]),
	enum: own.enum && raw.enum ? [...new Set([own.enum, raw.enum].flat())].sort() : undefined,
});

/** The schema of a default form, and after it what only the raw form has. */
function withRaw(schema: Schema, raw: Schema): Schema {
	const properties = { ...(schema.properties as Record<string, Schema>) };
	for (const [name, property] of Object.entries(raw.properties as Record<string, Schema>)) {
		const own = properties[name];
		const description = [RAW_ONLY, property.description].filter(Boolean).join('. ');
		properties[name] = own ? ofBoth(own, property) : { ...property, description };
	}
	return { ...schema, properties };
}

/** A union of objects has the members of each. What several have is described by the first. */
const withMembersOf = (schema: Schema, other: Schema): Schema =>
	schema.properties && other.properties
		? { ...schema, properties: { ...(other.properties as object), ...(schema.properties as object) } }
		: schema;

/** A column that other rows of an output have is null. Objects and lists stay one word: n8n shows their members only then. */
function orNull(schema: Schema): Schema {
	const types = [schema.type].flat();
	return types.some((type) => type === undefined || type === 'object' || type === 'array')
		? schema
		: {
				...schema,
				type: [...new Set([...types, 'null'])],
				...(schema.enum ? { enum: [schema.enum, null].flat() } : {}),
			};
}

/** How openapi-typescript writes the format of a string. */
const FORMAT = /^Format: (\S+)\s*/;

/** Turns types into JSON schemas. The service may add members to any. */
class Schemas {
	private readonly program: ts.Program;

	private readonly checker: ts.TypeChecker;

	constructor(files: string[]) {
		const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
		const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
		this.program = ts.createProgram(files, options);
		this.checker = this.program.getTypeChecker();
	}

	of(file: string): Schema {
		const source = this.program.getSourceFile(file);
		const module = source && this.checker.getSymbolAtLocation(source);
		const exported = module ? this.checker.getExportsOfModule(module) : [];
		const [output, raw] = [OUTPUT, RAW_OUTPUT].map((type) => exported.find(({ name }) => name === type));
		if (!output) throw new Error(`${path.relative(ROOT, file)} exports no type ${OUTPUT}`);
		const schema = { version: 1, ...this.schemaOf(this.checker.getDeclaredTypeOfSymbol(output)) };
		return raw ? withRaw(schema, this.schemaOf(this.checker.getDeclaredTypeOfSymbol(raw))) : schema;
	}

	private schemaOf(type: ts.Type): Schema {
		const parts = (type.isUnion() ? type.types : [type]).filter(
			({ flags }) => !(flags & ts.TypeFlags.Undefined),
		);
		const isNullable = parts.some(({ flags }) => flags & ts.TypeFlags.Null);
		const [first, ...others] = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
		if (!first) return {};
		const ofParts = [first, ...others].map((part) => this.schemaOfPart(part));
		const schema = ofParts.reduce(withMembersOf);
		const types = [
			...new Set([
				...ofParts.flatMap(({ type }) => type ?? []),
				...(isNullable && schema.type ? ['null'] : []),
			]),
		];
		// Sorted, since the compiler's order changes with code elsewhere.
		const values = [first, ...others].flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
		return {
			...schema,
			...(types.length > 1 ? { type: types } : {}),
			...(values.length === others.length + 1 ? { enum: values.sort() } : {}),
		};
	}

	private schemaOfPart(type: ts.Type): Schema {
		const { checker } = this;
		if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' };
		if (type.flags & ts.TypeFlags.NumberLike) return { type: 'number' };
		if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
		if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return {};
		if (checker.isArrayType(type)) {
			const [element] = checker.getTypeArguments(type as ts.TypeReference);
			return { type: 'array', items: element ? this.schemaOf(element) : {} };
		}
		const properties = checker.getPropertiesOfType(type).map((property) => {
			const text = ts.displayPartsToString(property.getDocumentationComment(checker));
			const [, format] = FORMAT.exec(text) ?? [];
			// openapi-typescript writes descriptions as tags.
			const tag = property.getJsDocTags(checker).find(({ name }) => name === 'description');
			const description = text.replace(FORMAT, '') || ts.displayPartsToString(tag?.text) || undefined;
			const schema = this.schemaOf(checker.getTypeOfSymbol(property));
			const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
			return [property.name, { ...(isOptional ? orNull(schema) : schema), format, description }];
		});
		const isOpen = checker.getIndexInfosOfType(type).length > 0;
		return {
			type: 'object',
			properties: Object.fromEntries(properties),
			...(isOpen ? { additionalProperties: true } : {}),
		};
	}
}

/** Each schema as JSON, by its path in the repository. */
export function outputSchemas(): Map<string, string> {
	const schemas = new Schemas(SOURCES.map(({ file }) => path.join(ROOT, file)));
	return new Map(
		SOURCES.map(({ file, schema }) => [schema, JSON.stringify(schemas.of(path.join(ROOT, file)))]),
	);
}

/** The page about these schemas. */
export const outputFields = (schemas: Map<string, string>): string =>
	outputFieldsPage(
		new Map(SOURCES.map(({ name, schema }) => [name, JSON.parse(schemas.get(schema) ?? '{}') as object])),
	);

async function main(): Promise<void> {
	const { format, resolveConfig } = await import('prettier');
	const schemas = outputSchemas();
	for (const node of [ACTION, ...Object.values(TRIGGERS)])
		await rm(path.join(ROOT, node, '__schema__'), { recursive: true, force: true });
	for (const [schema, json] of schemas) {
		const filepath = path.join(ROOT, schema);
		await mkdir(path.dirname(filepath), { recursive: true });
		await writeFile(filepath, await format(json, { ...(await resolveConfig(filepath)), filepath }));
	}
	await writeFile(path.join(ROOT, PAGE), outputFields(schemas));
	await writeFile(path.join(ROOT, OPTIONS_PAGE), optionsPage());
	for (const [page, text] of pagesWithTables()) await writeFile(path.join(ROOT, page), text);
}

if (require.main === module) void main();
