import type { AccountSummary } from '../../../nodes/shared/api/types';
import { apiFailure } from '../../../nodes/shared/client/errors/apiFailure';
import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { clock } from '../../../nodes/shared/host/clock';
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

test('figures that show only some radars of a bulk request are not up to date', async () => {
	const funds = new AccountFunds();
	const read = async (usedUsd: number, created: number) =>
		await funds.read(async () => {
			const { usage, ...account } = accountWith(usedUsd);
			return await Promise.resolve({ ...account, usage: { ...usage, radars_activated: created } });
		});
	await read(0, 7);
	funds.created(1000);
	await read(400, 207);
	expect(funds.isStale).toBe(true);
	// Some of them failed.
	funds.correctCreated(900);
	await read(1800, 907);
	expect(funds.isStale).toBe(false);
});

test('after a top-up, the balance of older answers counts for ten minutes', () => {
	const { now } = clock;
	const funds = new AccountFunds();
	funds.record(accountWith(0));
	funds.release(funds.reserve(50_000), 50_000, 99.95);
	const toppedUp = { ...accountWith(0.05), balance_remaining_usd: 199.95 };
	funds.record(toppedUp);
	expect([funds.balanceUsd, funds.usedMicros]).toEqual([99.95, 50_000]);
	clock.now = () => now() + 600_000;
	funds.record(toppedUp);
	clock.now = now;
	expect([funds.balanceUsd, funds.usedMicros]).toEqual([199.95, 50_000]);
});
