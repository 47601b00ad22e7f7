import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { FORMS } from '../e2e/forms';
import { DESCRIPTIONS } from './workflow/nodeTypes';

const NODE = { typeVersion: 1 };

/** The fields that a form shows, with its defaults. */
function shown({ type, parameters }: { type: string; parameters: INodeParameters }): INodeProperties[] {
	const fields = DESCRIPTIONS[type]?.properties ?? [];
	const values = NodeHelpers.getNodeParameters(fields, parameters, true, false, NODE, null) ?? {};
	return fields.filter((field) => NodeHelpers.displayParameter(values, field, NODE, null));
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, '');

/** What is read of a field without opening anything: its label, its hint, and what is chosen in it. */
function wordsOf({
	type,
	displayName,
	hint = '',
	placeholder = '',
	options = [],
	...field
}: INodeProperties): number {
	const chosen =
		type === 'options'
			? (options as INodePropertyOptions[]).find(({ value }) => value === field.default)
			: undefined;
	const button = ['collection', 'fixedCollection'].includes(type) ? placeholder : '';
	const texts = [textOf(displayName), hint, chosen?.name ?? '', button];
	return texts.flatMap((text) => text.split(/\s+/)).filter(Boolean).length;
}

test.each(FORMS)('$name has one notice at most', (form) => {
	const notices = shown(form).filter(({ type }) => type === 'notice');
	expect(notices.map(({ displayName }) => displayName)).toEqual(
		notices.slice(0, 1).map(({ displayName }) => displayName),
	);
});

const newHires = { radarType: 'company_new_hires' };

/** Words of labels, notices, hints and chosen options, without resource and operation; rows with them. */
test.each<[name: string, parameters: INodeParameters, words: number, rows: number]>([
	['Radar: Create', { resource: 'radar', operation: 'create', ...newHires }, 24, 7],
	['Company: Reveal', { resource: 'company', operation: 'reveal' }, 22, 7],
	['Radar: Sync List, Plan', { resource: 'radar', operation: 'syncList' }, 35, 9],
	['Radar: Sync List, Apply', { resource: 'radar', operation: 'syncList', syncMode: 'apply' }, 35, 9],
	['Radars in Bulk: Create', { resource: 'bulkRequest', operation: 'create' }, 28, 8],
	['Radar: Deactivate', { resource: 'radar', operation: 'deactivate' }, 26, 5],
	['Radar Update: Get Many', { resource: 'update', operation: 'getMany' }, 12, 7],
])('%s shows few rows, of few words', (_, parameters, words, rows) => {
	const fields = shown({ type: 'n8n-nodes-company-radar.companyRadar', parameters });
	const own = fields.filter(({ name }) => !['resource', 'operation'].includes(name));
	expect(own.reduce((sum, field) => sum + wordsOf(field), 0)).toBeLessThanOrEqual(words);
	expect(fields.length).toBeLessThanOrEqual(rows);
});

test('no placeholder is an expression', () => {
	const texts =
		JSON.stringify(DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']).match(/"placeholder":"[^"]*/g) ?? [];
	expect(texts.length).toBeGreaterThan(20);
	expect(texts.filter((text) => text.includes('{{') && !text.includes('$json.title'))).toEqual([]);
});

/** A field for AI models, or one that n8n only reads. */
const isFork = ({ type, displayOptions }: INodeProperties): boolean =>
	type === 'hidden' || type === 'notice' || displayOptions?.show?.['@tool'] !== undefined;

/** The names that a list of fields declares more than once, also inside a field. */
function declaredTwice(fields: INodeProperties[], path = ''): string[] {
	const declared = fields.filter((field) => !isFork(field));
	const names = declared.map(({ name }) => name);
	const inside = declared.flatMap(({ name, type, options = [] }) => {
		if (type === 'collection') return declaredTwice(options as INodeProperties[], `${path}${name}.`);
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ name: group, values }) =>
			declaredTwice(values, `${path}${name}.${group}.`),
		);
	});
	const twice = names.filter((name, index) => names.indexOf(name) < index);
	return [...twice.map((name) => path + name), ...inside];
}

/** n8n's assistant reads the first declaration only. */
test.each(Object.entries(DESCRIPTIONS).filter(([type]) => type.startsWith('n8n-nodes-company-radar.')))(
	'%s declares each field once in each of its operations',
	(_, { properties }) => {
		const operations = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(options as INodePropertyOptions[]).map(({ value }) => ({
					resource: displayOptions?.show?.resource?.[0],
					operation: value,
				})),
			);
		const isOf = (field: INodeProperties, parameters: object) =>
			Object.entries(parameters).every(([name, value]) => {
				const values = field.displayOptions?.show?.[name];
				return values === undefined || values.includes(value as string);
			});
		const forms = operations.length > 0 ? operations : [{}];
		for (const form of forms) {
			const fields = properties.filter((field) => field.name !== 'operation' && isOf(field, form));
			expect({ form, twice: declaredTwice(fields) }).toEqual({ form, twice: [] });
		}
	},
);
