import type { INodeProperties } from 'n8n-workflow';

import type { Group } from '../../../shared/api/names';
import {
	RADAR_FIELDS,
	shownWhile,
	typeField,
	withToolDescription,
} from '../../../shared/parameters/fieldOptions';
import { titleFields, withoutTitleFilter } from '../../../shared/parameters/titleFields';
import { DEPARTMENTS, SENIORITIES, TYPES_WITH_FILTERS } from '../../../shared/api/assumptions';

const filterList = (
	field: INodeProperties,
	what: string,
	example: string,
	values: readonly string[],
): INodeProperties[] =>
	withToolDescription(
		{
			...withoutTitleFilter(field),
			description: `${what}, such as ${example}. For other values, use an expression that returns a list.`,
		},
		`${what}, separated by commas: ${values.join(', ')}`,
	);

/** Shows a field for a group, or only for some of its radar types. In a collection, `prefix` is a slash. */
export const showOn = (group: Group, types?: readonly string[], prefix = '') => ({
	show: {
		[`${prefix}group`]: [group],
		...(types ? { [prefix + typeField(group)]: types.filter((type) => type.startsWith(`${group}_`)) } : {}),
	},
});

/** Shown outside Additional Fields, for the radar types that use filters. */
export const filterFields: INodeProperties[] = [
	...titleFields,
	...filterList(RADAR_FIELDS.departments, 'Only people in these departments', 'Marketing', DEPARTMENTS),
	...filterList(RADAR_FIELDS.seniorities, 'Only people at these levels', 'Vice President', SENIORITIES),
].map((field) => shownWhile(showOn('company', TYPES_WITH_FILTERS).show, field));
