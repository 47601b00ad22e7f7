import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { ENDPOINTS } from '../../nodes/shared/api/endpoints';
import { EXAMPLES } from './examples';
import { withoutCode, PAGES, ROOT, tableIn, textOf } from './markdown';
import { textsIn } from '../../tools/shownTexts';
import { IN_COMMENTS, OLD_PHRASES, oldWording, OTHER_TERMS } from './phrases';
import { DESCRIPTIONS, fieldsIn } from './workflow/nodeTypes';

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

const isSource = (name: string) =>
	/\.(?:ts|js|mjs)$/.test(name) && !name.endsWith('openapi.ts') && !name.includes('artifacts/');

const sourcesIn = (folder: string, recursive = true) =>
	readdirSync(path.join(ROOT, folder), { recursive, encoding: 'utf8' })
		.filter(isSource)
		.map((name) => path.join(ROOT, folder, name));
const sources = ['nodes', 'credentials'].flatMap((folder) => sourcesIn(folder));

/** What people read: descriptions, and every error, hint and message that the code can put together. */
const texts = [
	...Object.values(DESCRIPTIONS).flatMap((description) => textsIn(description)),
	...textsIn({ properties: new CompanyRadarApi().properties }),
	...sources.flatMap(literalsIn).filter((text) => text.includes(' ')),
];

test('no text of the editor, of an error or of a hint uses old wording', () => {
	expect(texts.length).toBeGreaterThan(1000);
	expect(oldWording(texts)).toEqual([]);
});

/** A page line by line, without code and the targets of links. */
const linesOf = (page: string): string[] =>
	withoutCode(textOf(page))
		.replace(/\]\([^)]*\)/g, ']')
		.split('\n')
		.filter(Boolean);

test.each(PAGES)('%s uses no old wording', (page) => {
	expect(oldWording(linesOf(page), [...OLD_PHRASES, ...OTHER_TERMS])).toEqual([]);
});

test.each(EXAMPLES)('the names and notes of $file use no old wording', ({ workflow }) => {
	const notes = workflow.nodes.flatMap(({ parameters }) => String(parameters.content ?? '').split('\n'));
	const texts = [workflow.name, ...workflow.nodes.map(({ name }) => name), ...notes];
	expect(oldWording(texts, [...OLD_PHRASES, ...OTHER_TERMS])).toEqual([]);
});

/** The comments of a source file, each in one line. A path like `radars/*` begins none. */
const commentsIn = (file: string): string[] =>
	[...readFileSync(file, 'utf8').matchAll(/(?<!\S)\/\*[\s\S]*?\*\/|\/\/ .*/g)].map(([comment]) =>
		comment.replace(/\s*\n\s*\*?\s*/g, ' '),
	);

test('no comment reads like a translation', () => {
	const others = ['sandbox', 'test', 'tools'].flatMap((folder) => sourcesIn(folder));
	const files = [...sources, ...others, ...sourcesIn('.', false)];
	expect(files.map((file) => path.relative(ROOT, file))).toEqual(
		expect.arrayContaining(['tools/bootstrap.mjs', 'gulpfile.js']),
	);
	const comments = files.flatMap(commentsIn);
	expect(comments.length).toBeGreaterThan(1500);
	expect(oldWording(comments, IN_COMMENTS)).toEqual([]);
});

test('old wording is found at the beginning of a word, and only there', () => {
	expect(oldWording(['Hand over the cards', 'Forbearing'])).toEqual(['hand over: Hand over the cards']);
	expect(oldWording(['There are so many of them'], IN_COMMENTS)).toHaveLength(1);
});

test('amounts are written as $0.10', () => {
	expect(texts.filter((text) => /[\d…] USD\b/.test(text))).toEqual([]);
});

const OPERATIONS = RESOURCES.flatMap(({ name: resource, operations }) =>
	operations.map(({ name, action }) => ({ name: `${resource}: ${name}`, action })),
);

/** The operations that call an endpoint which charges. */
function paidOperations(): string[] {
	const charged = Object.values(ENDPOINTS)
		.filter(({ isCharged }) => isCharged)
		.map(({ method, path: route }) => `\`${method} ${route}\``);
	return tableIn(textOf('docs/contributing/development.md'), 'Operation', 'Endpoints')
		.filter(([, endpoints = '']) => endpoints.split(', ').some((endpoint) => charged.includes(endpoint)))
		.map(([name = '']) => name);
}

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
	const saying = OPERATIONS.filter(({ action }) => action.endsWith(' (charged)')).map(({ name }) => name);
	expect(saying.length).toBeGreaterThan(3);
	expect(saying).toEqual(paidOperations());
});

/** n8n names a tool after its action, and cuts the name off there. */
const TOOL_NAME_LENGTH = 64;

test('no action is too long for the name of a tool', () => {
	expect(OPERATIONS.filter(({ action }) => action.length > TOOL_NAME_LENGTH)).toEqual([]);
});

const WITHOUT_DESCRIPTION = new Set(['notice', 'hidden', 'fixedCollection']);

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
const HAS_KEYS = new Set(['radarsFrom', 'radars', 'radarsJson', 'customFields']);

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
