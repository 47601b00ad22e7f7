import type { IDataObject } from 'n8n-workflow';

import { ownCustomFields } from '../../../shared/api/names';
import { simplifyUpdate } from '../../../shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../shared/updates/updateColumns';
import { checkBulkId } from '../../../shared/validation/radarFieldChecks';
import { defineItemOperation } from '../../runner/operation';
import { optionsField } from '../../runner/commonFields';
import { resultsOf, type BulkResult } from '../../radars/bulk/bulkResults';

/** The event of a radar, or only its place in the request if there is no event yet. */
export type Output = { status: BulkResult['state'] } & SimplifiedUpdate;

function toRow({ state, raw, index }: BulkResult, bulkId: string): IDataObject {
	const place = { bulk_id: bulkId, item_index: index };
	if (state === 'created' || state === 'failed') {
		const updateType = state === 'created' ? 'radar_created' : 'radar_failure';
		return { status: state, ...simplifyUpdate({ ...raw, update_type: updateType, ...place }) };
	}
	const summary =
		state === 'processing' ? 'Still being created' : 'The radar may or may not have been created';
	return {
		status: state,
		summary,
		custom_fields: ownCustomFields(raw.custom_fields ?? {}) as IDataObject,
		...place,
	};
}

/** Calls the API operation `getBulkResults`. */
export const getResults = defineItemOperation({
	name: 'Get Results',
	value: 'getResults',
	action: 'Get results of bulk request',
	description: 'Get the results of a bulk request. Free.',
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
	readInput: (read) => read.value('bulkId', checkBulkId),
	call: async (bulkId, { client }) => {
		const results = await client.call('getBulk', { id: bulkId });
		return resultsOf(results).map((result) => toRow(result, bulkId));
	},
});
