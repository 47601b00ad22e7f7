import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { RADAR_STATUSES, RADAR_TYPES, SAMPLE_TYPES } from '../../../nodes/shared/api/radarTypes';

/** All fields by where the editor shows them: "Options > Custom Fields > Name". */
function fieldsIn(properties: INodeProperties[], above = ''): Array<[path: string, field: INodeProperties]> {
	return properties.flatMap((field) => {
		const path = `${above}${field.displayName}`;
		const below = (nested: INodeProperties[]) => fieldsIn(nested, `${path} > `);
		if (field.type === 'collection') return [[path, field], ...below(field.options as INodeProperties[])];
		if (field.type !== 'fixedCollection') return [[path, field]];
		const groups = field.options as INodePropertyCollection[];
		return [[path, field], ...groups.flatMap(({ values }) => below(values))];
	});
}

const fields = fieldsIn(new CompanyRadar().description.properties);

/** What explains itself: the first two selects, and the boxes that only hold other fields. */
const SELF_EXPLAINED = ['Resource', 'Operation', 'Options', 'Filters', 'Title Options'];

test('every field has a description', () => {
	const without = fields.filter(
		([path, { description, type }]) => !description && type !== 'notice' && !SELF_EXPLAINED.includes(path),
	);
	expect(without.map(([path]) => path)).toEqual([]);
});

test('every text field shows an example', () => {
	const without = fields.filter(([, { type, placeholder }]) => type === 'string' && !placeholder);
	expect(without.map(([path]) => path)).toEqual([]);
});

test('numbers are shown without trailing zeros', () => {
	const padded = fields.filter(([, { typeOptions }]) => (typeOptions?.numberPrecision ?? 0) > 0);
	expect(padded.map(([path]) => path)).toEqual([]);
});

test('fields under Options are in alphabetical order', () => {
	const lists = fields.filter(([path, { type }]) => type === 'collection' && SELF_EXPLAINED.includes(path));
	for (const [, { options }] of lists) {
		const names = (options as INodeProperties[]).map(({ displayName }) => displayName.toLowerCase());
		expect(names).toEqual([...names].sort());
	}
});

test('forms that deactivate radars say that it is final', () => {
	const said = fields.flatMap(([path, { type, hint }]) => (type === 'notice' ? [path] : (hint ?? [])));
	expect(said.filter((text) => /for good/.test(text))).toHaveLength(3);
});

const valuesOf = (name: string, type: string): string[][] =>
	fields
		.filter(([, field]) => field.name === name && field.type === type)
		.map(([, { options }]) => (options as INodePropertyOptions[]).map(({ value }) => String(value)).sort());

const sorted = (values: readonly string[]) => [...values].sort();

test('the choices are those of the API', () => {
	// Each list stands there twice, since it is described to a model in another way.
	for (const values of valuesOf('radarType', 'options')) expect(values).toEqual(sorted(RADAR_TYPES));
	expect(valuesOf('radarTypes', 'multiOptions')).toEqual([sorted(RADAR_TYPES), sorted(RADAR_TYPES)]);
	expect(valuesOf('radarStatus', 'options')).toEqual([sorted(RADAR_STATUSES), sorted(RADAR_STATUSES)]);
	expect(valuesOf('updateType', 'options')).toEqual([sorted(SAMPLE_TYPES), sorted(SAMPLE_TYPES)]);
});
