import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { DESCRIPTIONS } from './workflow/nodeTypes';

/** Wording that no text for people may use: coined or outdated words where n8n has its own. */
const OLD_PHRASES = [
	'switch on',
	'switched on',
	'switched off',
	'switch the workflow',
	'activation',
	'so long',
	'so many',
	'anew',
	'hand over',
	'handed over',
	'what became of',
	'told',
	'tells',
	'for want of',
	'now and then',
	'bear',
	'beside',
	'surest',
	'creation bod',
	'bulk submission',
	'exists already',
	'existed already',
	'in place of',
	'Empty means',
	'One List',
	'JSON of Each Item',
	'watched',
	'there is no way',
	'belongs into',
	'not known whether',
	'given up',
	'gave the',
	'in order',
	'an item\\.',
	'so that it',
	'as good as',
	'in vain',
	'once more',
	'has to be',
	'is to be',
	'by then',
	'wherever',
	'whatever',
	'upon',
	'shall',
	'buys?\\b',
	'bought',
	'no longer than',
	'cost money',
	'cannot',
];

const TEXT_KEYS = new Set([
	'action',
	'activationHint',
	'activationMessage',
	'active',
	'description',
	'displayName',
	'hint',
	'inactive',
	'placeholder',
]);

/** Every text that the editor shows of a description, wherever it stands in it. */
function textsIn(value: unknown, key = ''): string[] {
	if (typeof value === 'string') return TEXT_KEYS.has(key) || key === 'name' ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => textsIn(entry, Array.isArray(value) ? key : name));
}

/** The texts in a source file, with "…" for each value put into them. */
function literalsIn(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) texts.push(node.text);
		if (ts.isTemplateExpression(node)) {
			texts.push(
				[node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'),
			);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	return texts;
}

const ROOT = path.resolve(__dirname, '../..');
const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.endsWith('openapi.ts'))
		.map((name) => path.join(ROOT, folder, name)),
);

/** What people read: descriptions, and every error, hint and message that the code can put together. */
const texts = [
	...Object.values(DESCRIPTIONS).flatMap((description) => textsIn(description)),
	...textsIn({ properties: new CompanyRadarApi().properties }),
	...sources.flatMap(literalsIn).filter((text) => text.includes(' ')),
];

test.each(OLD_PHRASES)('no text says "%s"', (phrase) => {
	const pattern = new RegExp(`\\b${phrase}`, 'i');
	expect(texts.length).toBeGreaterThan(1000);
	expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});

test('amounts are written as $0.10', () => {
	expect(texts.filter((text) => /[\d…] USD\b/.test(text))).toEqual([]);
});

const ACTIONS = (DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']?.properties ?? []).flatMap(
	({ name, options = [] }) =>
		name === 'operation' ? options.map((option) => ('action' in option ? String(option.action) : '')) : [],
);

/** A new node, and a new AI tool, starts with an operation that costs nothing, and each that costs says so to the model. */
test('the first operation of a node is free, and charged ones say so in their action', () => {
	const properties: INodeProperties[] =
		DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']?.properties ?? [];
	const resource = properties.find(({ name }) => name === 'resource')?.default;
	const operation = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(String(resource)),
	);
	expect([resource, operation?.default]).toEqual(['radar', 'getMany']);
	expect(ACTIONS.filter((action) => action.includes('charged'))).toEqual([
		'Reveal companies behind IP address (each match is charged)',
		'Create radar (charged)',
		'Sync radars with list (plan free, apply charged)',
		'Create many radars in bulk (charged)',
	]);
});

/** n8n names a tool after its action, and cuts the name off there. */
const TOOL_NAME_LENGTH = 64;

test('no action is too long for the name of a tool', () => {
	expect(ACTIONS.filter(({ length }) => length > TOOL_NAME_LENGTH)).toEqual([]);
});

const WITHOUT_DESCRIPTION = new Set(['notice', 'hidden', 'fixedCollection']);

/** All fields, with those in collections and rows. */
function fieldsIn(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const nested = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [field, ...fieldsIn(nested)];
	});
}

/** A model knows a field that it fills in by its description alone. */
test('every field that a model can fill in has a description', () => {
	const fields = fieldsIn(DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']?.properties ?? []);
	const silent = fields.filter(
		({ type, noDataExpression, description, placeholder }) =>
			!WITHOUT_DESCRIPTION.has(type) &&
			!noDataExpression &&
			!description &&
			!(type === 'collection' && placeholder),
	);
	expect(fields.length).toBeGreaterThan(100);
	expect(silent.map(({ name }) => name)).toEqual([]);
});

/** Of fields of the same name, the form of a tool shows the one for models. */
const fieldsForModels = fieldsIn(
	DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']?.properties ?? [],
).filter(
	({ type, noDataExpression, displayOptions }) =>
		!noDataExpression && !WITHOUT_DESCRIPTION.has(type) && !displayOptions?.hide?.['@tool'],
);

test('what a model reads of a field refers to nothing that a model lacks', () => {
	const lacking =
		/Additional Fields|Options|newest|(in|from) the list|input item|expression that|: (Create|Preview)/;
	const texts = fieldsForModels.map(({ description = '' }) => description);
	expect(texts.length).toBeGreaterThan(50);
	expect(texts.filter((text) => lacking.test(text))).toEqual([]);
});

/** There are too many countries. */
test('a list that a model can fill in is described with its values', () => {
	const silent = fieldsForModels.filter(({ type, name, options = [], description = '' }) => {
		const isList = type.toLowerCase().endsWith('options') && name !== 'countries';
		const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
		return isList && !values.every((value) => description.includes(value));
	});
	expect(silent.map(({ name }) => name)).toEqual([]);
});

const API_NAME = /\b[a-z]+(?:_[a-z]+)+\b/;

/** Where people write keys themselves: JSON, and the columns of input items. */
const HAS_KEYS = new Set([
	'radarsFrom',
	'radars',
	'radarsJson',
	'customFieldsJson',
	'customFields',
	'queryParameters',
]);

const textsForPeople = (fields: INodeProperties[]): string[] =>
	fields
		.filter(({ name, displayOptions }) => !HAS_KEYS.has(name) && !displayOptions?.show?.['@tool'])
		.flatMap(({ displayName, description = '', hint = '', options = [] }) => [
			displayName,
			description,
			hint,
			...options.flatMap((option) => {
				if ('values' in option) return textsForPeople(option.values);
				if ('type' in option) return textsForPeople([option]);
				return [option.name, 'description' in option ? (option.description ?? '') : ''];
			}),
		]);

test('no text of a form has a name of the API', () => {
	const shown = Object.values(DESCRIPTIONS).flatMap(({ properties }) => textsForPeople(properties));
	expect(shown.length).toBeGreaterThan(300);
	expect(shown.filter((text) => API_NAME.test(text))).toEqual([]);
});
