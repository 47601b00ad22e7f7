import type { AccountSummary } from '../../../nodes/shared/api/types';
import { apiFailure } from '../../../nodes/shared/client/errors/apiFailure';
import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { AccountFunds } from '../../../nodes/shared/client/http/account';

const accountWith = (usedUsd: number) =>
	({
		balance_remaining_usd: 100 - usedUsd,
		usage: { month: '2026-11', balance_used_usd: usedUsd },
	}) as AccountSummary;

test('reads again where the read under way began before a purchase without a price', async () => {
	const funds = new AccountFunds();
	let respond: ((account: AccountSummary) => void) | undefined;
	const ofAnother = funds.read(async () => await new Promise((resolve) => (respond = resolve)));
	funds.release(funds.reserve(), undefined);
	const own = funds.read(async () => accountWith(1));
	respond?.(accountWith(0));
	await Promise.all([ofAnother, own]);
	expect(funds.isStale).toBe(false);
	expect(funds.usedMicros).toBe(1_000_000);
});

test('callers at the same time share a request', async () => {
	const funds = new AccountFunds();
	let requests = 0;
	const read = async () => {
		requests++;
		return accountWith(0);
	};
	await Promise.all([funds.read(read), funds.read(read), funds.read(read)]);
	expect(requests).toBe(1);
});

test('the stop of the run that began the read stops no other', async () => {
	const funds = new AccountFunds();
	const cancelled = new RadarApiError(apiFailure('getAccount', 'cancelled', 'notDone'));
	const stopped = funds.read(async () => await Promise.reject(cancelled));
	const own = funds.read(async () => await Promise.resolve(accountWith(1)));
	await expect(stopped).rejects.toBe(cancelled);
	await own;
	expect(funds.usedMicros).toBe(1_000_000);
	await expect(funds.read(async () => await Promise.reject(cancelled))).rejects.toBe(cancelled);
});
