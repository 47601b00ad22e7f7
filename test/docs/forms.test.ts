import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { FORMS } from '../e2e/forms/forms';
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

/** Labels, notices, hints and chosen options, without resource and operation. */
test.each<[string, INodeParameters, number]>([
	['Radar: Create', { resource: 'radar', operation: 'create', ...newHires }, 46],
	['Company: Reveal', { resource: 'company', operation: 'reveal' }, 22],
	['Radar: Sync List, Apply', { resource: 'radar', operation: 'syncList', syncMode: 'apply' }, 44],
	['Radars in Bulk: Create', { resource: 'bulkRequest', operation: 'create' }, 59],
	['Radar: Deactivate', { resource: 'radar', operation: 'deactivate' }, 26],
	['Radar Update: Get Many', { resource: 'update', operation: 'getMany' }, 12],
])('%s shows few words', (_, parameters, most) => {
	const fields = shown({ type: 'n8n-nodes-company-radar.companyRadar', parameters });
	const words = fields
		.filter(({ name }) => !['resource', 'operation'].includes(name))
		.reduce((sum, field) => sum + wordsOf(field), 0);
	expect(words).toBeLessThanOrEqual(most);
});

test('no placeholder is an expression', () => {
	const texts =
		JSON.stringify(DESCRIPTIONS['n8n-nodes-company-radar.companyRadar']).match(/"placeholder":"[^"]*/g) ?? [];
	expect(texts.length).toBeGreaterThan(20);
	expect(texts.filter((text) => text.includes('{{') && !text.includes('$json.title'))).toEqual([]);
});
