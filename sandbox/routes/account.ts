import { success, type Answer } from '../answers';
import { monthOf } from '../state/ledger';
import type { Call, Routes } from './route';

export const accountRoutes: Routes = { getAccount: { needs: null, run: summary } };

function summary({ world, account, query }: Call): Answer {
	const now = world.clock.now();
	const month = query['month'] ?? monthOf(now);
	const radars = [...account.radars.all()];
	const active = radars.filter(({ record }) => record.radar_status === 'active').length;
	return success(200, 'Account summary retrieved', now, {
		data: {
			usage: { month, ...account.ledger.usageOf(month) },
			account: {
				total_radars: radars.length,
				active_radars: active,
				inactive_radars: radars.length - active,
				failed_radars: account.failedRadars,
				total_updates_found: account.updates.findingCount,
			},
			balance_remaining_usd: account.ledger.balanceUsd,
		},
	});
}
