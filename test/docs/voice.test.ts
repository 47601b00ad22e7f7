import type { INodeProperties } from 'n8n-workflow';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { DESCRIPTIONS } from './workflow/nodeTypes';

/** Wording that the editor must not use: coined or outdated words where n8n has its own. */
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

const texts = [
	...Object.values(DESCRIPTIONS).flatMap((description) => textsIn(description)),
	...textsIn({ properties: new CompanyRadarApi().properties }),
];

test.each(OLD_PHRASES)('no text of the editor says "%s"', (phrase) => {
	const pattern = new RegExp(`\\b${phrase}`, 'i');
	expect(texts.length).toBeGreaterThan(200);
	expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});

test('amounts are written as $0.10', () => {
	expect(texts.filter((text) => /\d USD\b/.test(text))).toEqual([]);
});

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
	const actions = properties.flatMap(({ name, options = [] }) =>
		name === 'operation' ? options.map((option) => ('action' in option ? option.action : undefined)) : [],
	);
	expect(actions.filter((action) => action?.includes('charged'))).toEqual([
		'Reveal companies behind IP address (each match is charged)',
		'Create radar (charged)',
		'Create radars in bulk (charged)',
	]);
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
