import { checkMonth } from '../../../shared/validation/month';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';

/** Calls the API operation `getAccount`. */
export const getSummary = defineOperation<string | undefined>({
	name: 'Get Summary',
	value: 'getSummary',
	action: 'Get account balance and usage',
	description: 'Get your balance, number of radars and monthly usage. Free.',
	fields: [
		{
			displayName: 'Month',
			name: 'month',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2026-11',
			description: 'Month to show usage for, such as 2026-11 or a date. Defaults to the current month (UTC).',
		},
		optionsField(),
	],
	readInput: (read) => read.optional('month', checkMonth),
	run: async (items, context) =>
		await mapItems(items, context, async (month) => {
			const summary = await context.service.getAccount(month);
			context.summary.balanceSeen(summary.balance_remaining_usd);
			return { ...summary };
		}),
});
