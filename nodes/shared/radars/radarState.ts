import type { Radar } from '../api/types';

/** What to do about radars that stopped because the balance ran out. The service documents nothing about their restart. */
export const AFTER_TOP_UP =
	'Top up, wait, then check with Radar: Get Many. Create again only those that stay inactive.';

export const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

/** When the paid month of a radar ends; undefined if it's over. @param now the service's time */
export const paidUntil = ({ next_charge_at: end }: Radar, now: number): string | undefined =>
	end && Date.parse(end) > now ? end : undefined;

/** When a deactivated radar ends; undefined if it's active or has ended (docs/contributing/api.md, Radar states). */
export const endOf = (radar: Radar, now: number): string | undefined =>
	isActive(radar) ? undefined : paidUntil(radar, now);
