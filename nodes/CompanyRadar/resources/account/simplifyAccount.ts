import type { AccountSummary } from '../../../shared/api/types';
import { usd } from '../../../shared/usd';
import { counted } from '../../runner/runSummary';

/** The account under Simplify: what is left, what there is, what was used in the month. */
export type SimplifiedAccount = { summary: string } & Pick<AccountSummary, 'balance_remaining_usd'> &
	AccountSummary['account'] &
	AccountSummary['usage'];

export function simplifyAccount({
	balance_remaining_usd,
	account,
	usage,
}: AccountSummary): SimplifiedAccount {
	const radars = counted(account.active_radars, 'active radar', 'active radars');
	const updates = counted(usage.updates_found, 'update', 'updates');
	return {
		summary: `Balance: ${usd(balance_remaining_usd)}. ${radars}. Used in ${usage.month}: ${usd(usage.balance_used_usd)}, ${updates}.`,
		balance_remaining_usd,
		...account,
		...usage,
	};
}
