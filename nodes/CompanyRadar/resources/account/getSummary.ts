import { checkMonth } from '../../../shared/validation/month';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { simplifyField } from '../simplifyField';
import { simplifyAccount, type SimplifiedAccount } from './simplifyAccount';

export type Output = SimplifiedAccount;

interface Input {
	month: string | undefined;
	simplify: boolean;
}

/** Calls the API operation `getAccount`. */
export const getSummary = defineOperation<Input>({
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
		simplifyField,
		optionsField(),
	],
	readInput: (read) => ({ month: read.optional('month', checkMonth), simplify: read.flag('simplify') }),
	run: async (items, context) =>
		await mapItems(items, context, async ({ month, simplify }) => {
			const account = await context.service.getAccount(month);
			context.summary.balanceSeen(account.balance_remaining_usd);
			return simplify ? { ...simplifyAccount(account) } : { ...account };
		}),
});
