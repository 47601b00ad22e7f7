import { refusals } from './answers';
import { creationIssues } from './document/validator';
import { failUpdate } from './findings/updates';
import type { Ids } from './ids';
import { normalizedDomain } from './rules/domain';
import { millisecondsOf, timestamp } from './rules/timestamp';
import { updatesSinceProblem } from './rules/updatesSince';
import type { BillingModel } from './settings';
import type { Account } from './state/account';
import type { StoredRadar } from './state/radarStore';
import type { FailureReason, Radar, RadarDefinition, Update } from './types';
import type { World } from './world';

const BILLING_CYCLE_MS = 30 * 24 * 3_600_000;

/**
 * Creates a radar and charges its first month.
 * @throws Refusal 400, 402 or 409 (docs/contributing/api.md, Create a radar)
 */
export function createRadar(world: World, account: Account, body: unknown): StoredRadar {
	const definition = checkedDefinition(world, body);
	const now = world.clock.now();
	const { duplicatesEnabled, billing, pricesUsd } = world.settings().account;
	const conflict = duplicatesEnabled ? null : account.radars.conflictOf(definition, now);
	if (conflict) throw refusals.conflict(conflict.identity.field, conflict.radar.record.radar_id);
	const model = billing[definition.radar_type] ?? 'monthly';
	if (!account.ledger.canPay(model === 'monthly' ? pricesUsd.month : pricesUsd.finding))
		throw refusals.lowBalance();

	const radar = newRadar(world.ids, definition, model, now);
	account.radars.add(radar);
	account.ledger.usageAt(now).radars_activated += 1;
	if (model === 'monthly') payMonth(account, radar, pricesUsd.month, now);
	return radar;
}

function checkedDefinition(world: World, body: unknown): RadarDefinition {
	const issues = creationIssues(body);
	const { updates_since: since, domain, ...rest } = (body ?? {}) as RadarDefinition;
	const wellFormed =
		since !== undefined && !issues.some(({ field }) => field === 'updates_since' || field === 'body');
	const outOfRange = wellFormed ? updatesSinceProblem(since, world.clock.now()) : null;
	if (outOfRange !== null) issues.push({ field: 'updates_since', reason: outOfRange });
	if (issues.length > 0) throw refusals.invalid(issues);
	return {
		...rest,
		...(since === undefined ? {} : { updates_since: timestamp(millisecondsOf(since)) }),
		...(domain === undefined ? {} : { domain: normalizedDomain(domain) }),
	};
}

/** A radar of a checked definition, active since `at`; charges nothing. */
export function newRadar(
	ids: Ids,
	definition: RadarDefinition,
	billing: BillingModel,
	at: number,
	number = ids.number('radar'),
): StoredRadar {
	const chargeAt = billing === 'monthly' ? at + BILLING_CYCLE_MS : null;
	const record = recordOf(ids.uuid('radar', number), definition, at, chargeAt);
	return { at, number, record, definition, billing, chargeAt, paidUsd: 0, suspended: false };
}

function recordOf(radarId: string, definition: RadarDefinition, at: number, chargeAt: number | null): Radar {
	const { radar_type, domain, email, profile_url, full_name, keyword, webhook_url } = definition;
	const contact = radar_type.startsWith('contact_');
	return {
		radar_id: radarId,
		radar_type,
		domain: radar_type.startsWith('industry_') ? null : (domain ?? null),
		...(contact && email !== undefined ? { email } : {}),
		...(contact && profile_url !== undefined ? { profile_url } : {}),
		...(contact && full_name !== undefined ? { full_name } : {}),
		...(keyword === undefined ? {} : { keyword }),
		created_at: timestamp(at),
		deactivated_at: null,
		next_charge_at: chargeAt === null ? null : timestamp(chargeAt),
		...(webhook_url === undefined ? {} : { webhook_url }),
		radar_status: 'active',
		custom_fields: definition.custom_fields ?? {},
		updates_since: definition.updates_since ?? null,
	};
}

/** Deactivates a radar; a monthly one stays in its paid month (docs/contributing/api.md, Radar states). Again: changes nothing. */
export function deactivateRadar(world: World, account: Account, radar: StoredRadar): void {
	if (radar.record.radar_status === 'inactive' && !radar.suspended) return;
	radar.suspended = false;
	stop(world, account, radar);
}

function stop(world: World, account: Account, radar: StoredRadar): void {
	const now = world.clock.now();
	radar.record = { ...radar.record, radar_status: 'inactive', deactivated_at: timestamp(now) };
	account.ledger.usageAt(now).radars_deactivated += 1;
}

/**
 * Ends a radar with a failure notice (docs/contributing/api.md, radar_failure). For lack of funds it stays, inactive; after a failed set-up there is
 * no radar, and the month is refunded.
 */
export function failRadar(world: World, account: Account, radar: StoredRadar, reason: FailureReason): Update {
	const now = world.clock.now();
	const radarId = radar.record.radar_id;
	const refund = reason === 'insufficient_funds' ? 0 : radar.paidUsd;
	if (reason === 'insufficient_funds') {
		radar.suspended = radar.billing === 'update_based';
		stop(world, account, radar);
	} else {
		account.radars.remove(radar);
		account.ledger.refund(refund, now, radarId);
	}
	return failUpdate(world, account, radar, reason, refund);
}

function payMonth(account: Account, radar: StoredRadar, price: number, at: number): void {
	account.ledger.charge('radar_month', price, at, radar.record.radar_id);
	radar.paidUsd = price;
}

/** Charges every month that is due, and stops the radars that cannot pay. */
export function billDueRadars(world: World, account: Account): void {
	const now = world.clock.now();
	for (const radar of account.radars.all()) {
		while (radar.record.radar_status === 'active' && radar.chargeAt !== null && radar.chargeAt <= now) {
			billMonth(world, account, radar, radar.chargeAt);
		}
	}
}

function billMonth(world: World, account: Account, radar: StoredRadar, due: number): void {
	const price = world.settings().account.pricesUsd.month;
	if (!account.ledger.canPay(price)) {
		failRadar(world, account, radar, 'insufficient_funds');
		return;
	}
	payMonth(account, radar, price, due);
	radar.chargeAt = due + BILLING_CYCLE_MS;
	radar.record = { ...radar.record, next_charge_at: timestamp(radar.chargeAt) };
}

/** After a top-up: update-based radars that stopped for lack of funds come back. */
export function resumeSuspendedRadars(world: World, account: Account): void {
	if (!account.ledger.canPay(world.settings().account.pricesUsd.finding)) return;
	for (const radar of account.radars.all()) {
		if (!radar.suspended) continue;
		radar.suspended = false;
		radar.record = { ...radar.record, radar_status: 'active', deactivated_at: null };
	}
}
