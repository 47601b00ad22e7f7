import { refusals } from '../answers';
import { failRadar } from '../radars';
import type { Account } from '../state/account';
import { inService, type StoredRadar } from '../state/radarStore';
import type { FailureReason, Json, RadarDefinition, Update } from '../types';
import type { World } from '../world';
import { titlesFor } from './samples';
import { publish } from './updates';

/** What a finding says, where it should not be generated. */
export interface FindingDetails {
	/** `discovered_at`, in milliseconds; now when left out. */
	at?: number;
	content?: Json;
}

/**
 * A new finding of a radar, charged if the radar is update-based. When the balance is too low the radar stops instead, and
 * its failure notice is what comes back.
 * @throws Refusal when the radar is out of service
 */
export function pushFinding(
	world: World,
	account: Account,
	radar: StoredRadar,
	details: FindingDetails = {},
): Update {
	const now = world.clock.now();
	if (!inService(radar, now) || radar.suspended) throw refusals.notFound('radar_id', 'Radar in service');
	const price = world.settings().account.pricesUsd.finding;
	if (radar.billing === 'update_based') {
		if (!account.ledger.canPay(price)) return failRadar(world, account, radar, 'insufficient_funds');
		account.ledger.charge('finding', price, now, radar.record.radar_id);
	}
	account.ledger.usageAt(now).updates_found += 1;
	return publish(world, account, {
		at: details.at ?? now,
		number: world.ids.number('update'),
		radar,
		content: details.content ?? null,
		failure: null,
	});
}

/** What the service does about a new radar by itself: its set-up fails, or findings come, as the settings say. */
export function startRadar(world: World, account: Account, radar: StoredRadar): void {
	const { speed, findings } = world.settings();
	const reason = setupFailureOf(world, radar.definition);
	if (reason === null && findings.afterCreation === 0) return;
	world.tasks.after((findings.delay * 1000) / speed, () => {
		if (account.radars.get(radar.record.radar_id) !== radar) return;
		if (reason !== null) failRadar(world, account, radar, reason);
		else pushSeveral(world, account, radar, findings.afterCreation);
	});
}

function pushSeveral(world: World, account: Account, radar: StoredRadar, count: number): void {
	if (titlesFor(radar.definition).length === 0) return;
	for (let index = 0; index < count && radar.record.radar_status === 'active'; index += 1) {
		pushFinding(world, account, radar);
	}
}

/** The reason for which a radar with this target fails its set-up, if the settings say so. */
export function setupFailureOf(
	world: World,
	{ domain, keyword, profile_url }: RadarDefinition,
): FailureReason | null {
	const { setupFailures } = world.settings().radars;
	const target = [domain, keyword, profile_url].find((one) => one !== undefined && one in setupFailures);
	return target === undefined ? null : (setupFailures[target] ?? null);
}
