import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { RAW_ONLY } from '../../tools/outputFields';
import type { WorkflowJson } from '../engine/harness';
import { EXPORTED } from '../engine/exported/exported';
import { EXAMPLES } from './examples';
import { ROOT } from './markdown';
import { assistantType, problemsWith, toldForms, type ToldField } from './workflow/assistantType';
import { ACTION, DESCRIPTIONS, TRIGGER, VISITOR_TRIGGER } from './workflow/nodeTypes';

const TYPES = Object.fromEntries(
	[ACTION, TRIGGER, VISITOR_TRIGGER].map((type) => {
		const description = DESCRIPTIONS[type];
		if (!description) throw new Error(`${type} isn't a node of this package`);
		return [type, { text: assistantType(type, description), fields: description.properties }];
	}),
);

type Conditions = Record<string, unknown[]>;

const has = (values: unknown[], value: unknown) =>
	values.some((each) => JSON.stringify(each) === JSON.stringify(value));

const showOf = ({ displayOptions }: INodeProperties) => (displayOptions?.show ?? {}) as Conditions;
const hideOf = ({ displayOptions }: INodeProperties) => (displayOptions?.hide ?? {}) as Conditions;

/** The fields of a form that people see. */
const fieldsOf = (fields: INodeProperties[], form: Record<string, string | undefined>): INodeProperties[] =>
	fields.filter(
		(field) =>
			!['notice', 'hidden'].includes(field.type) &&
			!['resource', 'operation'].includes(field.name) &&
			!showOf(field)['@tool'] &&
			Object.entries(form).every(([name, value]) => {
				const values = showOf(field)[name];
				return value === undefined || !values || has(values, value);
			}),
	);

/** A field shows in every state in which the form shows it: the assistant may see fewer conditions, but no more. */
function isNarrower(told: ToldField, field: INodeProperties): boolean {
	const needsMore = Object.entries(told.show).some(
		([name, values]) => !(showOf(field)[name] ?? [NaN]).every((value) => has(values, value)),
	);
	const hidesMore = Object.entries(told.hide).some(([name, values]) => {
		const shown = showOf(field)[name];
		return values.some((value) => (shown ? has(shown, value) : !has(hideOf(field)[name] ?? [], value)));
	});
	return needsMore || hidesMore;
}

/** Names that everybody knows, in place of 195 of them in each operation. */
const KNOWN_BY_ALL = ['countries'];

const choicesOf = ({ name, type, options = [], typeOptions }: INodeProperties): string[] => {
	const isList = type === 'options' || type === 'multiOptions';
	if (!isList || typeOptions?.loadOptionsMethod || KNOWN_BY_ALL.includes(name)) return [];
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
};

/** n8n's assistant doesn't see an empty default. A list of values with an object in it is shown as JSON. */
function defaultOf({ default: value }: INodeProperties): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function insideOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).map(({ name, displayName, values }) => ({
		name,
		displayName,
		type: 'collection',
		default: undefined,
		options: values,
	}));
}

/** What is shown wrongly about fields: each must be shown once, with all choices, its default and no narrower condition. */
function wronglyTold(text: string, fields: INodeProperties[], told: ToldField[], path = ''): string[] {
	const problems = fields.flatMap((field): string[] => {
		const name = `${path}${field.name}`;
		const own = told.filter((each) => each.name === field.name);
		const [first] = own;
		if (!first) return [`${name} isn't told`];
		const choices = choicesOf(field);
		// The hint of the node lists some for all of its operations.
		const isHinted = text.includes(` * ${field.name}: ${choices.join(', ')}\n`);
		const value = defaultOf(field);
		return [
			...(own.length > 1 ? [`${name} is told ${own.length} times`] : []),
			...(JSON.stringify(first.choices) === JSON.stringify(choices) ||
			(isHinted && first.choices.length === 0)
				? []
				: [`${name} has other choices`]),
			// A field without a description and conditions has no comment to tell its default.
			...(first.default === value || (first.default === undefined && isBare(field))
				? []
				: [`${name} has the default ${value}, not ${first.default}`]),
			...(isNarrower(first, field) ? [`${name} has a narrower condition`] : []),
			...(field.type === 'resourceLocator'
				? []
				: wronglyTold(text, insideOf(field), first.fields, `${name}.`)),
		];
	});
	const names = new Set(fields.map(({ name }) => name));
	return [
		...problems,
		...told.filter(({ name }) => !names.has(name)).map(({ name }) => `${path}${name} isn't in the form`),
	];
}

const isBare = ({ description, hint, builderHint, displayOptions }: INodeProperties): boolean =>
	!description && !hint && !builderHint && !displayOptions;

describe.each(Object.entries(TYPES))('%s', (_, { text, fields }) => {
	test.each(toldForms(text).map((form) => [form.name, form] as const))(
		'%s tells each field once, with its choices, default and condition',
		(__, { resource, operation, fields: told }) => {
			expect(told.length).toBeGreaterThan(0);
			expect(wronglyTold(text, fieldsOf(fields, { resource, operation }), told)).toEqual([]);
		},
	);
});

/** Many of n8n's own nodes have operations of the same name, and it tells the first description of those. */
test.each(toldForms(TYPES[ACTION]?.text ?? '').map((form) => [form.name, form] as const))(
	'%s is described as itself',
	(_, { resource, operation, description }) => {
		const optionOf = (name: string, value: string | undefined, isOf: (field: INodeProperties) => boolean) =>
			TYPES[ACTION]?.fields
				.filter((field) => field.name === name && isOf(field))
				.flatMap(({ options = [] }) => options as INodePropertyOptions[])
				.find((option) => option.value === value)?.description;
		const own = [
			optionOf('resource', resource, () => true),
			optionOf('operation', operation, (field) => has(showOf(field).resource ?? [], resource)),
		];
		expect(own).toContain(description);
	},
);

/** What n8n gives its assistant of a form of a node: the hint of the node, and the form. */
const toldOf = (type: string, resource: unknown, operation: unknown): string => {
	const [head = '', ...forms] = (TYPES[type]?.text ?? '').split(/^export (?:type|interface) /m);
	const discriminator = `resource: '${String(resource)}';\n  operation: '${String(operation)}';`;
	return [head, ...forms.filter((form) => type !== ACTION || form.includes(discriminator))].join('\n');
};

/** The columns of the default form of an output. */
function columnsOf(type: string, resource: unknown, operation: unknown): string[] {
	const name = type.split('.')[1]?.replace(/^c/, 'C') ?? '';
	const file = type === ACTION ? `v1.0.0/${String(resource)}/${String(operation)}` : 'v1.0.0';
	const at = path.join(ROOT, 'nodes', name, '__schema__', `${file}.json`);
	if (!existsSync(at)) throw new Error(`${at} is missing`);
	const schema = JSON.parse(readFileSync(at, 'utf8')) as {
		properties?: Record<string, { description?: string }>;
	};
	return Object.entries(schema.properties ?? {})
		.filter(([, { description }]) => !description?.startsWith(RAW_ONLY))
		.map(([column]) => column);
}

const DEMOS = path.join(ROOT, 'tools/demo/workflows');

const CHECKED_IN: Array<{
	name: string;
	workflow: { nodes: Array<{ type: string; parameters: IDataObject }> };
}> = [
	...EXAMPLES.map(({ file, workflow }) => ({ name: file, workflow })),
	...EXPORTED.map(({ name, workflow }) => ({ name, workflow })),
	...readdirSync(DEMOS).map((name) => ({
		name,
		workflow: JSON.parse(readFileSync(path.join(DEMOS, name), 'utf8')) as WorkflowJson,
	})),
];

const OWN = EXAMPLES.flatMap(({ file, workflow: { nodes } }) =>
	nodes.filter(({ type }) => type in TYPES).map((node) => [file, node.name, node] as const),
);

test.each(OWN)('%s, %s: valid by the types alone', (_, __, { type, parameters }) => {
	expect(problemsWith(TYPES[type]?.text ?? '', parameters)).toEqual([]);
});

const wordsOf = (text: string) => new Set(text.match(/\w+/g));

/** n8n reads the schemas of its own nodes only, so its assistant would guess `new_company` and find it valid. */
test('every output column that the checked-in workflows use is told', () => {
	const used = CHECKED_IN.flatMap(({ name, workflow: { nodes } }) => {
		const fields = JSON.stringify(nodes).matchAll(/json\??\.(\w+)|json\[\\?['"](\w+)/g);
		const names = new Set([...fields].flatMap(([, dotted, quoted]) => dotted ?? quoted ?? []));
		return nodes
			.filter(({ type }) => type in TYPES)
			.flatMap(({ type, parameters }) => {
				const { resource = 'radar' } = parameters;
				const { operation = RESOURCES.find(({ value }) => value === resource)?.defaultOperation } =
					parameters;
				const told = wordsOf(toldOf(type, resource, operation));
				return columnsOf(type, resource, operation)
					.filter((column) => names.has(column))
					.map((column) => ({ place: `${name}, ${type}: ${column}`, isTold: told.has(column) }));
			});
	});
	expect(used.length).toBeGreaterThan(80);
	expect(used.filter(({ isTold }) => !isTold).map(({ place }) => place)).toEqual([]);
});

const OUTPUTS = [
	[TRIGGER, undefined, undefined] as const,
	[VISITOR_TRIGGER, undefined, undefined] as const,
	...toldForms(TYPES[ACTION]?.text ?? '').map((form) => [ACTION, form.resource, form.operation] as const),
];

test.each(OUTPUTS)('%s %s %s tells no column that the output lacks', (type, resource, operation) => {
	const [, list = ''] = / Output: (.*)/.exec(toldOf(type, resource, operation)) ?? [];
	const [names = ''] = list.replace(/ \([^)]*\)/g, '').split('.');
	const columns = columnsOf(type, resource, operation);
	const told = names.split(', ').filter((name) => /^\w+$/.test(name));
	expect(told.filter((name) => !columns.includes(name))).toEqual([]);
});

/** An assistant reads all of it before it writes a node. */
test('the types of all nodes are short', () => {
	const characters = Object.values(TYPES).reduce((sum, { text }) => sum + text.length, 0);
	expect(characters).toBeLessThanOrEqual(52_000);
});

/** The type has no condition on being required, so an assistant would have to fill in what the form doesn't show. */
test('no field that is only shown sometimes is required', () => {
	const sometimes = ({ displayOptions }: INodeProperties) =>
		[...Object.keys(displayOptions?.show ?? {}), ...Object.keys(displayOptions?.hide ?? {})].some(
			(name) => !['resource', 'operation', '@tool'].includes(name),
		);
	const fields = Object.values(TYPES).flatMap((type) => type.fields);
	// n8n joins the forms of a field, and the first says whether it's required.
	const first = fields.filter(({ name }, index) => name !== fields[index - 1]?.name);
	expect(first.filter((field) => field.required && sometimes(field)).map(({ name }) => name)).toEqual([]);
});
