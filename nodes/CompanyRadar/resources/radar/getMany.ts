import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../../shared/interface/limits';
import { checkCreatedSince } from '../../../shared/validation/createdSince';
import { checkRadarIds } from '../../../shared/validation/radarId';
import { checkRadarStatus, checkRadarType } from '../../../shared/validation/radarType';
import { mapItems } from '../../mapItems';
import { operation, type RunContext } from '../../operation';
import { optionsField } from '../options';
import { readLimit, returnAllFields } from '../paging';
import { inGroups } from '../inGroups';
import { ALL_RADAR_TYPE_OPTIONS } from '../../../shared/radarTypeOptions';

interface Input {
	limit: number;
	radarIds: string[] | undefined;
	filters: { radar_type?: string; radar_status?: string; created_since?: string };
}

async function find(
	{ limit, radarIds, filters }: Input,
	{ service, receipt }: RunContext,
): Promise<IDataObject[]> {
	const radars: IDataObject[] = [];
	for (const ids of radarIds ? inGroups(radarIds, LIMITS.listRadarIds) : [undefined]) {
		if (radars.length >= limit) break;
		const query = { ...filters, ...(ids ? { radar_id: ids.join(',') } : {}) };
		for await (const radar of service.allRadars(query, limit - radars.length)) radars.push({ ...radar });
	}
	const found = new Set(radars.map(({ radar_id }) => radar_id));
	const missing = radarIds?.filter((id) => !found.has(id)) ?? [];
	if (missing.length > 0 && radars.length < limit) {
		receipt.note(
			`Not among the results, because they are unknown or do not match the other filters: ${missing.join(', ')}.`,
		);
	}
	return radars;
}

/** Interface section 4.5. */
export const getMany = operation<Input>({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many radars',
	description: 'List the radars of your account, newest first',
	fields: [
		...returnAllFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Created Since',
					name: 'createdSince',
					type: 'dateTime',
					default: '',
					description:
						'Only radars created at or after this date. A date without a time zone means the one of the workflow.',
				},
				{
					displayName: 'Radar IDs',
					name: 'radarIds',
					type: 'string',
					default: '',
					placeholder: 'e.g. {{ $json.radar_id }}',
					description:
						'Only these radars: one ID, several separated by commas, or an expression that gives a list',
				},
				{
					displayName: 'Radar Type',
					name: 'radarType',
					type: 'options',
					options: ALL_RADAR_TYPE_OPTIONS,
					default: 'company_new_hires',
				},
				{
					displayName: 'Status',
					name: 'radarStatus',
					type: 'options',
					options: [
						{ name: 'Active', value: 'active' },
						{
							name: 'Inactive',
							value: 'inactive',
							description: 'Every radar that is not active, also those in a paid grace period',
						},
					],
					default: 'active',
				},
			],
		},
		optionsField(),
	],
	input: (read) => {
		const created = read.optional('filters.createdSince', (value) =>
			checkCreatedSince(value, { timeZone: read.timeZone }),
		);
		const type = read.optional('filters.radarType', checkRadarType);
		const status = read.optional('filters.radarStatus', checkRadarStatus);
		return {
			limit: readLimit(read),
			radarIds: read.optional('filters.radarIds', checkRadarIds),
			filters: {
				...(type ? { radar_type: type } : {}),
				...(status ? { radar_status: status } : {}),
				...(created ? { created_since: created } : {}),
			},
		};
	},
	run: async (prepared, context) =>
		await mapItems(prepared, context, async (input) => await find(input, context)),
});
