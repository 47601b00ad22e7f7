import { DateTime } from 'luxon';

import type { AccountSummary } from '../../../shared/api/types';
import { counted } from '../../../shared/basics/listed';
import { usd } from '../../../shared/basics/usd';
import { checkMonth } from '../../../shared/validation/dates';
import { valid } from '../../../shared/validation/result';
import { defineItemOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { simplifyField, withToolDescription } from '../../../shared/parameters/fieldOptions';

/** The account under Simplify: what is left, what there is, what was used in the month. */
export type Output = { summary: string } & Pick<AccountSummary, 'balance_remaining_usd'> &
	AccountSummary['account'] &
	AccountSummary['usage'];

function simplifyAccount({ balance_remaining_usd, account, usage }: AccountSummary): Output {
	const radars = counted(account.active_radars, 'active radar', 'active radars');
	const updates = counted(usage.updates_found, 'update', 'updates');
	return {
		summary: `Balance: ${usd(balance_remaining_usd)}. ${radars}. Used in ${usage.month}: ${usd(usage.balance_used_usd)}, ${updates}.`,
		balance_remaining_usd,
		...account,
		...usage,
	};
}

const PREVIOUS_MONTH = 'previous';

const previousMonth = (now: number): string =>
	DateTime.fromMillis(now, { zone: 'utc' }).minus({ months: 1 }).toFormat('yyyy-MM');

/** Calls the API operation `getAccount`. */
export const getSummary = defineItemOperation({
	name: 'Get Summary',
	value: 'getSummary',
	action: 'Get account balance and usage',
	description: 'Get your balance, number of radars and monthly usage. Free.',
	fields: [
		...withToolDescription(
			{
				displayName: 'Month',
				name: 'month',
				type: 'options',
				options: [
					{ name: 'Current Month', value: '' },
					{ name: 'Previous Month', value: PREVIOUS_MONTH },
				],
				default: '',
				description:
					'Month to show usage for (UTC). For another month, use an expression that returns 2026-11 or a date.',
			},
			`Month to show usage for (UTC), such as 2026-11, or ${PREVIOUS_MONTH}. Leave empty for the current month.`,
		),
		simplifyField,
		optionsField(),
	],
	readInput: (read) => ({
		month: read.optional('month', (value) =>
			value === PREVIOUS_MONTH ? valid(previousMonth(read.context.now.valueOf())) : checkMonth(value),
		),
		simplify: read.flag('simplify'),
	}),
	call: async ({ month, simplify }, { service, summary }) => {
		const { data: account } = await service.call('getAccount', { query: { month } });
		summary.balanceSeen(account.balance_remaining_usd);
		return simplify ? { ...simplifyAccount(account) } : { ...account };
	},
});
