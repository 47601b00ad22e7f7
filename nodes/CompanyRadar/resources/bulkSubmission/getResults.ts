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
	action: 'Get results of bulk submission',
	description: 'Get what became of the radars of a bulk submission',
	fields: [
		{
			displayName: 'Submission ID',
			name: 'bulkId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.bulk_id }}',
			description: 'The bulk_id that the submission returned',
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
					description: 'In the order in which they were submitted',
				},
				{
					name: 'One Item per Submission',
					value: 'submissions',
					description: 'The results as the service gives them',
				},
			],
			default: 'radars',
			description: 'What the output items are',
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
