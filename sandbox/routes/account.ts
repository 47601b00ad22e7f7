import { success, type Answer } from '../answers';
import { millisecondsOf } from '../rules/timestamp';
import { monthOf } from '../state/ledger';
import type { Call, Routes } from './route';

export const accountRoutes: Routes = { getAccount: { needs: null, run: summary } };

const inMicros = (usd: number): number => Math.round(usd * 1_000_000) / 1_000_000;

/** What the figures don't show yet: the amount charged, and the radars created. */
function hiddenOf({ world, account }: Call): { usd: number; radars: number } {
	const { speed, account: settings } = world.settings();
	if (settings.figuresLag === 0) return { usd: 0, radars: 0 };
	const shownUntil = world.clock.now() - (settings.figuresLag * 1000) / speed;
	const isHidden = (at: string) => millisecondsOf(at) > shownUntil;
	const charges = account.ledger.charges.filter(({ at }) => isHidden(at));
	return {
		usd: charges.reduce((sum, { amount_usd: usd }) => sum + usd, 0),
		radars: [...account.radars.all()].filter(({ record }) => isHidden(record.created_at)).length,
	};
}

function summary(call: Call): Answer {
	const { world, account, query } = call;
	const now = world.clock.now();
	const month = query['month'] ?? monthOf(now);
	const radars = [...account.radars.all()];
	const active = radars.filter(({ record }) => record.radar_status === 'active').length;
	const hidden = hiddenOf(call);
	const usage = account.ledger.usageOf(month);
	return success(200, 'Account summary retrieved', now, {
		data: {
			usage: {
				month,
				...usage,
				radars_activated: usage.radars_activated - hidden.radars,
				balance_used_usd: inMicros(usage.balance_used_usd - hidden.usd),
			},
			account: {
				total_radars: radars.length,
				active_radars: active,
				inactive_radars: radars.length - active,
				failed_radars: account.failedRadars,
				total_updates_found: account.updates.findingCount,
			},
			balance_remaining_usd: inMicros(account.ledger.balanceUsd + hidden.usd),
		},
	});
}
