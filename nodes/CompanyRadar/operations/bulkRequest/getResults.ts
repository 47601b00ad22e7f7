import type { IDataObject } from 'n8n-workflow';

import { ownCustomFields } from '../../../shared/api/radarFields';
import type { Radar } from '../../../shared/api/types';
import { mayHaveBeen } from '../../../shared/api/endpoints';
import { isObject, pushTo } from '../../../shared/values/basics/values';
import { simplifyUpdate } from '../../../shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../shared/updates/updateColumns';
import { checkBulkId } from '../../../shared/values/rules/primitives';
import type { ItemResult } from '../../../shared/run/itemErrors';
import { defineOperation, mapItems, type ValidItem } from '../../../shared/run/operation';
import { optionsField } from '../../../shared/form/fieldOptions';
import { resultsOf, type BulkPlace, type BulkResult } from '../../radars/bulkResults';
import { newRadar, type CreatedColumns, type RadarRow } from '../../radars/radarRow';

/** A radar as it was created, the event of a failure, or only its place in the request if there is no event yet. */
export type Output = { status: BulkResult['state'] } & Partial<RadarRow<CreatedColumns, BulkPlace>> &
	Partial<SimplifiedUpdate>;

function toRow(result: BulkResult, bulkId: string): IDataObject {
	const { state, raw, index } = result;
	const place = { bulk_id: bulkId, item_index: index };
	if (state === 'created') {
		const { summary } = simplifyUpdate({ ...raw, update_type: 'radar_created' });
		const given = {
			...(isObject(raw.data) ? raw.data : undefined),
			custom_fields: raw.custom_fields,
		} as Radar;
		return {
			status: state,
			summary,
			...newRadar(result.radar ?? given, { ...place, update_id: raw.update_id }),
		};
	}
	if (state === 'failed')
		return { status: state, ...simplifyUpdate({ ...raw, update_type: 'radar_failure', ...place }) };
	const summary = state === 'processing' ? 'Still being created' : mayHaveBeen('The radar', 'created');
	return {
		status: state,
		summary,
		custom_fields: ownCustomFields(raw.custom_fields ?? {}) as IDataObject,
		...place,
	};
}

interface Input {
	bulkId: string;
	/** The position in the request, if the item is the row of a radar. */
	index: unknown;
}

/** Of several items of one request, each gets its own radar if it says which one; else all get all radars once. */
function shared(result: ItemResult, group: Array<ValidItem<Input>>): ItemResult[] {
	if (!('json' in result)) return group.map(({ item }) => ({ ...result, items: [item] }));
	if (group.length === 1 || !group.every(({ input }) => Number.isInteger(input.index)))
		return [{ ...result, items: group.map(({ item }) => item) }];
	const byIndex = new Map(result.json.map((row) => [row.item_index as unknown, row]));
	return group.map(({ item, input }) => {
		const row = byIndex.get(input.index);
		return { items: [item], json: row ? [row] : [] };
	});
}

/** Calls the API operation `getBulkResults`, once for each bulk request. */
export const getResults = defineOperation({
	name: 'Get Results',
	value: 'getResults',
	action: 'Get results of bulk request',
	description: 'Get the results of a bulk request. Free.',
	outputHint: 'status, reason, radar_id, item_index, bulk_id',
	fields: [
		{
			displayName: 'Bulk Request ID',
			name: 'bulkId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b',
			description: 'ID that was returned when the radars were created in bulk',
		},
		optionsField(),
	],
	readSettings: () => undefined,
	readInput: (read): Input => ({
		bulkId: read.value('bulkId', checkBulkId),
		index: (read.parameters.json(read.item) as Partial<BulkPlace>).item_index,
	}),
	run: async (items, context) => {
		const groups = new Map<string, Array<ValidItem<Input>>>();
		for (const each of items) pushTo(groups, each.input.bulkId, each);
		const byFirst = new Map([...groups.values()].map((group) => [group[0]?.item ?? 0, group]));
		const requests = [...byFirst].map(([item, input]) => ({ item, input: input[0]?.input.bulkId ?? '' }));
		const results = await mapItems(requests, context, async (bulkId) => {
			const response = await context.client.call('getBulk', { id: bulkId });
			return resultsOf(response).map((result) => toRow(result, bulkId));
		});
		return results.flatMap((result) => shared(result, byFirst.get(result.items[0] ?? 0) ?? []));
	},
});
