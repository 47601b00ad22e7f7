import type { AccountSummary } from '../../../shared/api/types';
import { counted, usd } from '../../../shared/basics/inWords';
import { checkMonth } from '../../../shared/validation/dates';
import { valid } from '../../../shared/validation/result';
import { defineItemOperation } from '../../runner/operation';
import { monthOf, monthsAfter, monthStart, DAY_MS } from '../../../shared/basics/time';
import { optionsField } from '../../runner/commonFields';
import { simplifyField, withToolDescription } from '../../../shared/parameters/fieldOptions';

/** The account with Simplify on: its balance, its radars, the usage of the month and a forecast. */
export type Output = { summary: string } & Pick<AccountSummary, 'balance_remaining_usd'> &
	AccountSummary['account'] &
	AccountSummary['usage'] & { used_last_month_usd: number } & Forecast;
export type RawOutput = AccountSummary;

function simplifyAccount(
	{ balance_remaining_usd, account, usage }: AccountSummary,
	last: AccountSummary,
	now: number,
): Output {
	const radars = counted(account.active_radars, 'active radar', 'active radars');
	const updates = counted(usage.updates_found, 'update', 'updates');
	const { month, balance_used_usd: used, ...counts } = usage;
	const expected = forecast(month, used, now);
	const estimate =
		expected.forecast_usd === null ? '' : ` Estimate for the month: ${usd(expected.forecast_usd)}.`;
	return {
		summary: `Balance: ${usd(balance_remaining_usd)}. ${radars}. Used in ${month}: ${usd(used)}, ${updates}.${estimate}`,
		balance_remaining_usd,
		month,
		balance_used_usd: used,
		used_last_month_usd: last.usage.balance_used_usd,
		...expected,
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
	description: 'Get your balance, number of radars, monthly usage and an estimate for the month. Free.',
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
		const { data: last } = await client.call('getAccount', { query });
		return { ...simplifyAccount(account, last, client.now) };
	},
});

/** Before this day, a few charges would say little about the whole month. */
const FIRST_DAY_OF_FORECAST = 3;

const CENTS = 100;
const toCents = (usd: number): number => Math.round(usd * CENTS) / CENTS;

/** The cost of a month per day, and an estimate for the whole month. */
export interface Forecast {
	/** USD. Null if the month hasn't begun. */
	per_day_usd: number | null;
	/** USD. An estimate for the current month, from its third day on: the use per day, for all its days. Radars charged early make it too high. */
	forecast_usd: number | null;
}

/**
 * @param month `YYYY-MM` (UTC)
 * @param now milliseconds since the epoch
 */
function forecast(month: string, usedUsd: number, now: number): Forecast {
	const start = monthStart(month);
	const days = start.daysInMonth ?? 0;
	const passed = (now - start.toMillis()) / DAY_MS;
	if (passed < 0) return { per_day_usd: null, forecast_usd: null };
	// The first day counts as a whole one.
	const perDay = usedUsd / Math.max(1, Math.min(passed, days));
	const isEstimated = passed >= FIRST_DAY_OF_FORECAST - 1 && passed < days;
	return { per_day_usd: toCents(perDay), forecast_usd: isEstimated ? toCents(perDay * days) : null };
}
