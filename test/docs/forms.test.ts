import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { FORMS } from '../e2e/forms';
import { ACTION, DESCRIPTIONS } from './workflow/nodeTypes';

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

test.each<[text: string, parameters: INodeParameters]>([
	['When off, new radars may be charged every month', { resource: 'radar', operation: 'create' }],
	['Apply charges for new radars', { resource: 'radar', operation: 'syncList', syncMode: 'apply' }],
	["Ends the radar's charges for good", { resource: 'bulkRequest', operation: 'deactivate' }],
])('a form says before its first run: %s', (text, parameters) => {
	const fields = shown({ type: ACTION, parameters });
	expect(fields.map(({ displayName, hint }) => `${textOf(displayName)} ${hint}`).join()).toContain(text);
});

test('only what needs the service asks for a credential', () => {
	const [credential] = DESCRIPTIONS[ACTION]?.credentials ?? [];
	const asks = (operation: string) =>
		NodeHelpers.displayParameter({ operation }, credential as never, NODE, null);
	expect([asks('create'), asks('previewMatches')]).toEqual([true, false]);
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
	const fields = shown({ type: ACTION, parameters });
	const own = fields.filter(({ name }) => !['resource', 'operation'].includes(name));
	expect(own.reduce((sum, field) => sum + wordsOf(field), 0)).toBeLessThanOrEqual(words);
	expect(fields.length).toBeLessThanOrEqual(rows);
});

const CREATE = { resource: 'radar', operation: 'create' };

test.each<[name: string, parameters: INodeParameters, missing: string[]]>([
	['a company', { ...CREATE, ...newHires }, ['domain']],
	['a company with its domain', { ...CREATE, ...newHires, domain: 'example.com' }, []],
	['a company by expression', { ...CREATE, ...newHires, domain: '={{ $json.site }}' }, []],
	['a person', { ...CREATE, radarType: 'contact_job_changes' }, []],
	['an industry', { ...CREATE, radarType: 'industry_mentions' }, []],
	['a type by expression', { ...CREATE, radarType: '={{ $json.type }}' }, []],
	['rows', { resource: 'radar', operation: 'syncList', listName: 'a', radarsFrom: 'itemJson' }, []],
])('n8n marks a missing domain: %s', (_, parameters, missing) => {
	const description = DESCRIPTIONS[ACTION] as INodeTypeDescription;
	const fields = description.properties;
	const values = NodeHelpers.getNodeParameters(fields, parameters, true, false, NODE, null) ?? {};
	const node = {
		...NODE,
		id: '',
		name: '',
		position: [0, 0] as [number, number],
		type: ACTION,
		parameters: values,
	};
	const issues = NodeHelpers.getNodeParametersIssues(fields, node, description)?.parameters ?? {};
	expect(Object.keys(issues)).toEqual(missing);
});

test.each<[radarType: string, offered: string[]]>([
	['company_new_hires', ['profileUrl']],
	['company_promotions', ['profileUrl']],
	['company_reviews', ['profileUrl', 'updatesSince']],
	['contact_job_changes', ['updatesSince']],
	['industry_job_openings', ['updatesSince']],
	['={{ $json.type }}', ['profileUrl', 'updatesSince']],
])('the options of %s are those of its type', (radarType, offered) => {
	const fields = DESCRIPTIONS[ACTION]?.properties ?? [];
	const values =
		NodeHelpers.getNodeParameters(fields, { ...CREATE, radarType }, true, false, NODE, null) ?? {};
	const [options = []] = shown({ type: ACTION, parameters: values as INodeParameters })
		.filter(({ name }) => name === 'options')
		.map((field) => field.options as INodeProperties[]);
	const shownNames = options
		.filter((option) => NodeHelpers.displayParameter({}, option, NODE, null, values))
		.map(({ name }) => name);
	expect(shownNames.filter((name) => ['profileUrl', 'updatesSince'].includes(name))).toEqual(offered);
});

test('no placeholder is an expression', () => {
	const texts = JSON.stringify(DESCRIPTIONS[ACTION]).match(/"placeholder":"[^"]*/g) ?? [];
	expect(texts.length).toBeGreaterThan(20);
	expect(texts.filter((text) => text.includes('{{') && !text.includes('$json.title'))).toEqual([]);
});
