import { checkBulkId } from '../../../shared/validation/radarId';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { resultsOf } from './results';

interface Input {
	bulkId: string;
	onePerRadar: boolean;
}

/** Calls the API operation `getBulkResults`. */
export const getResults = defineOperation<Input>({
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
			placeholder: 'e.g. {{ $json.bulk_id }}',
			description: 'The bulk_id returned by Radars in Bulk: Create',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'One Item per Radar',
					value: 'radars',
					description: 'One item per radar, in the order submitted',
				},
				{
					name: 'One Item per Bulk Request',
					value: 'submissions',
					description: 'The raw response',
				},
			],
			default: 'radars',
			description: 'What to return',
		},
		optionsField(),
	],
	readInput: (read) => ({
		bulkId: read.value('bulkId', checkBulkId),
		onePerRadar: read.raw('output') !== 'submissions',
	}),
	run: async (items, context) =>
		await mapItems(items, context, async ({ bulkId, onePerRadar }) => {
			const results = await context.service.getBulk(bulkId);
			if (!onePerRadar) return { ...results };
			return resultsOf(results).map(({ raw, index }) => ({ bulk_id: bulkId, ...raw, item_index: index }));
		}),
});
