import { timestamp } from '../rules/timestamp';
import type { Account } from '../state/account';
import type { StoredRadar } from '../state/radarStore';
import type { StoredUpdate } from '../state/updateStore';
import type { FailureReason, Issue, Json, Update } from '../types';
import type { World } from '../world';
import { contentOf } from './content';
import { titlesFor } from './samples';

/** The update as a client or a webhook receives it (docs/contributing/api.md, Events). */
export function updateOf(world: World, update: StoredUpdate): Update {
	if (update.failure !== null) return update.failure;
	const { radarTypeIn } = world.settings().updates;
	const { record } = update.radar;
	return {
		update_id: world.ids.uuid('update', update.number),
		update_type: 'radar_finding',
		record_id: world.ids.uuid('record', update.number),
		discovered_at: timestamp(update.at),
		...(radarTypeIn === 'data' ? {} : { radar_type: record.radar_type }),
		data: sourceOf(update.radar, radarTypeIn !== 'top'),
		content: update.content ?? contentFor(update.radar, update.number, update.at),
	};
}

/** The content of the n-th finding of a radar. */
export const contentFor = ({ record, definition }: StoredRadar, number: number, at: number): Json =>
	contentOf(record.radar_type, {
		number,
		at,
		domain: record.domain,
		keyword: definition.keyword ?? null,
		profileUrl: definition.profile_url ?? null,
		titles: titlesFor(definition),
	});

/** The `data` of an update. */
export const sourceOf = ({ record }: StoredRadar, withType: boolean) => ({
	radar_id: record.radar_id,
	...(withType ? { radar_type: record.radar_type } : {}),
	domain: record.domain,
	custom_fields: record.custom_fields,
});

/** Keeps an update for `GET /v1/updates`, and sends it to the radar's webhook URL if it has one. */
export function publish(world: World, account: Account, stored: StoredUpdate): Update {
	account.updates.add(stored);
	const update = updateOf(world, stored);
	const url = stored.radar.record.webhook_url;
	if (url !== undefined) void world.tasks.track(world.deliveries.send(url, update));
	return update;
}

/** What a failure notice is about; its other members are the same for all. */
export interface FailureText {
	code: number;
	message: string;
	errors: Issue[];
	refund_amount_usd: number;
}

const FAILURES: Record<FailureReason, { code: number; field: string; message: string }> = {
	missing_prerequisites: {
		code: 400,
		field: 'radar',
		message: 'Required accounts or data sources were not found',
	},
	setup_failure: { code: 400, field: 'radar', message: 'The radar could not be set up' },
	source_inaccessible: { code: 400, field: 'radar', message: 'The source is inaccessible or private' },
	insufficient_funds: {
		code: 402,
		field: 'balance',
		message: 'The radar was deactivated: the balance is too low',
	},
};

/** The members that every failure notice has (docs/contributing/api.md, radar_failure). */
export function failureOf(updateId: string, errorId: string, now: number, failure: FailureText): Update {
	const at = timestamp(now);
	return {
		update_id: updateId,
		update_type: 'radar_failure',
		record_id: null,
		discovered_at: at,
		completed_at: at,
		status: 'error',
		...failure,
		timestamp: at,
		error_id: errorId,
	};
}

/** What a failure notice says for a reason. */
export function failureText(reason: FailureReason, refundUsd: number): FailureText {
	const { code, field, message } = FAILURES[reason];
	return { code, message, errors: [{ field, reason }], refund_amount_usd: refundUsd };
}

/** Keeps and sends the failure notice of a radar. */
export function failUpdate(
	world: World,
	account: Account,
	radar: StoredRadar,
	reason: FailureReason,
	refundUsd: number,
): Update {
	const now = world.clock.now();
	const number = world.ids.number('update');
	const text = failureText(reason, refundUsd);
	const base = failureOf(world.ids.uuid('update', number), world.ids.next('request'), now, text);
	const failure = { ...base, data: sourceOf(radar, true) };
	countFailure(account, now);
	return publish(world, account, { at: now, number, radar, content: null, failure });
}

/** Counts a failure notice, of a radar or of a bulk item. */
export function countFailure(account: Account, now: number): void {
	account.failedRadars += 1;
	account.ledger.usageAt(now).radars_failed += 1;
}
