import { checkBulkId } from '../../../shared/validation/radarId';
import { mapItems } from '../../mapItems';
import { operation } from '../../operation';
import { optionsField } from '../options';
import { resultsOf } from './results';

interface Input {
	bulkId: string;
	onePerRadar: boolean;
}

/** Calls the API operation `getBulkResults`. */
export const getResults = operation<Input>({
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
	input: (read) => ({
		bulkId: read.value('bulkId', checkBulkId),
		onePerRadar: read.raw('output') !== 'submissions',
	}),
	run: async (prepared, context) =>
		await mapItems(prepared, context, async ({ bulkId, onePerRadar }) => {
			const results = await context.service.getBulk(bulkId);
			if (!onePerRadar) return { ...results };
			return resultsOf(results).map(({ raw, index }) => ({ bulk_id: bulkId, ...raw, item_index: index }));
		}),
});
