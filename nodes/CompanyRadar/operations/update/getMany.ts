import type { IDataObject } from 'n8n-workflow';

import { UPDATES_RADAR_IDS } from '../../../shared/api/assumptions';
import type { UpdateQuery } from '../../../shared/api/types';
import { simplifyUpdate } from '../../../shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../shared/updates/updateColumns';
import { checkQueryParameters } from '../../../shared/validation/nameValues';
import { checkRadarIds, checkRadarTypes } from '../../../shared/validation/radarFields';
import { defineItemOperation } from '../../runner/operation';
import type { RunContext } from '../../runner/runContext';
import type { ParameterReader } from '../../../shared/parameters/parameterReader';
import { chunk } from '../../../shared/basics/chunk';
import { optionsField } from '../../runner/requestOptions';
import { readLimit, returnAllFields } from '../../runner/commonFields';
import {
	ALL_RADAR_TYPE_OPTIONS,
	filtersField,
	listValues,
	simplifyField,
	textField,
	withToolDescription,
} from '../../../shared/parameters/fieldOptions';

export type Output = SimplifiedUpdate;

interface Input {
	limit: number;
	simplify: boolean;
	radarIds: string[] | undefined;
	query: UpdateQuery;
}

async function find(
	{ limit, simplify, radarIds, query }: Input,
	{ service }: RunContext,
): Promise<IDataObject[]> {
	const updates: IDataObject[] = [];
	for (const ids of radarIds ? chunk(radarIds, UPDATES_RADAR_IDS) : [undefined]) {
		if (updates.length >= limit) break;
		const part = { ...query, ...(ids ? { radar_id: ids.join(',') } : {}) };
		for await (const update of service.allUpdates(part, limit - updates.length)) {
			updates.push(simplify ? simplifyUpdate(update) : { ...update });
		}
	}
	return updates;
}

function readQueryParameters(read: ParameterReader): Record<string, string> {
	const rows = read.raw('options.queryParameters.parameters');
	return rows === undefined ? {} : read.accept('Additional Query Parameters', checkQueryParameters(rows));
}

/** Calls the API operation `listUpdates`. */
export const getMany = defineItemOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many radar updates (findings and failures)',
	description: 'Get what your radars found so far, and any failures. Free.',
	fields: [
		...returnAllFields,
		simplifyField,
		filtersField([
			textField(
				'Radar IDs',
				'radarIds',
				'{{ $json.radar_id }}',
				'Only updates from these radars: their radar_id values, separated by commas or as a list',
			),
			...withToolDescription(
				{
					displayName: 'Radar Types',
					name: 'radarTypes',
					type: 'multiOptions',
					options: ALL_RADAR_TYPE_OPTIONS,
					default: [],
					description: 'Only updates from these radar types, such as company_new_hires',
				},
				`Only updates from these radar types, separated by commas: ${listValues(ALL_RADAR_TYPE_OPTIONS)}`,
			),
		]),
		optionsField({
			displayName: 'Additional Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Parameter',
			default: {},
			description: 'Parameters to add to the API request, for filters that this node has no field for',
			options: [
				{
					displayName: 'Parameters',
					name: 'parameters',
					values: [
						textField('Name', 'name', 'cursor', 'Name of the parameter. The service rejects unknown names.'),
						textField('Value', 'value', '{{ $json.cursor }}', 'Value of the parameter'),
					],
				},
			],
		}),
	],
	readInput: (read) => {
		const types = read.optional('filters.radarTypes', checkRadarTypes);
		return {
			limit: readLimit(read),
			simplify: read.flag('simplify'),
			radarIds: read.optional('filters.radarIds', checkRadarIds),
			query: { ...readQueryParameters(read), ...(types ? { radar_type: types.join(',') } : {}) },
		};
	},
	call: find,
});
