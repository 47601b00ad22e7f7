import type { AccountSummary } from '../../../shared/api/types';
import { counted, usd } from '../../../shared/values/basics/inWords';
import { checkMonth } from '../../../shared/values/rules/dates';
import { valid } from '../../../shared/values/basics/refusal';
import { toFailure } from '../../../shared/run/itemErrors';
import { defineItemOperation } from '../../../shared/run/operation';
import { monthOf, monthsAfter } from '../../../shared/values/basics/time';
import { optionsField, simplifyField, withToolDescription } from '../../../shared/form/fieldOptions';

/** The account with Simplify on: its balance, its radars and the usage of the month. */
export type Output = { summary: string } & Pick<AccountSummary, 'balance_remaining_usd'> &
	AccountSummary['account'] &
	AccountSummary['usage'] & { used_last_month_usd: number | null };
export type RawOutput = AccountSummary;

function simplifyAccount(
	{ balance_remaining_usd, account, usage }: AccountSummary,
	last: AccountSummary | undefined,
): Output {
	const radars = counted(account.active_radars, 'active radar', 'active radars');
	const updates = counted(usage.updates_found, 'update', 'updates');
	const { month, balance_used_usd: used, ...counts } = usage;
	return {
		summary: `Balance: ${usd(balance_remaining_usd)}. ${radars}. Used in ${month}: ${usd(used)}, ${updates}.`,
		balance_remaining_usd,
		month,
		balance_used_usd: used,
		used_last_month_usd: last?.usage.balance_used_usd ?? null,
		...account,
		...counts,
	};
}

const PREVIOUS_MONTH = 'previous';

/** Calls the API operation `getAccount`. */
export const getSummary = defineItemOperation({
	name: 'Get Summary',
	value: 'getSummary',
	action: 'Get account balance and usage',
	description: 'Get your balance, number of radars and monthly usage. Free.',
	outputHint:
		'summary, balance_remaining_usd, balance_used_usd, used_last_month_usd, month, active_radars, inactive_radars, failed_radars, updates_found',
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
			value === PREVIOUS_MONTH ? valid(monthsAfter(monthOf(read.context.now), -1)) : checkMonth(value),
		),
		simplify: read.flag('simplify'),
	}),
	call: async ({ month, simplify }, { client, summary }) => {
		const { data: account } = await client.call('getAccount', { query: { month } });
		summary.balanceSeen(account.balance_remaining_usd);
		if (!simplify) return { ...account };
		const query = { month: monthsAfter(account.usage.month, -1) };
		const last = await client.call('getAccount', { query }).catch((error: unknown) => {
			summary.note(`The usage of ${query.month} couldn't be read: ${toFailure(error).what}.`);
			return undefined;
		});
		return { ...simplifyAccount(account, last?.data) };
	},
});
