import { Refusal } from './answers';
import { setupFailureOf, startRadar } from './findings/push';
import { countFailure, failureOf, failureText, type FailureText } from './findings/updates';
import { createRadar } from './radars';
import { timestamp } from './rules/timestamp';
import type { Account } from './state/account';
import type { BulkRequest } from './state/bulkRequest';
import type { CustomFields, Json, RadarDefinition, Update } from './types';
import type { World } from './world';

/** This many items without a wait between them are worked off before other requests get their turn. */
const ITEMS_A_TURN = 50;

export function bulkCounts({ items, events }: BulkRequest) {
	const done = events.filter((event) => event !== undefined);
	const created = done.filter(({ update_type }) => update_type === 'radar_created').length;
	return { total: items.length, created, failed: done.length - created };
}

export const customFieldsOf = (item: Json | undefined): CustomFields => {
	const fields = item?.['custom_fields'];
	return typeof fields === 'object' && fields !== null ? (fields as CustomFields) : {};
};

/** Works off a request item by item, and sends an event for each, then `bulk_completed`. */
export async function runBulkRequest(world: World, account: Account, request: BulkRequest): Promise<void> {
	const sent: Array<Promise<void>> = [];
	if (!(await world.tasks.turn())) return;
	for (const [index, item] of request.items.entries()) {
		if (!(await itemTime(world, index))) return;
		const event = eventOf(world, account, request, index, item);
		request.events[index] = event;
		if (request.webhookUrl !== null) sent.push(world.deliveries.send(request.webhookUrl, event));
	}
	request.completed = true;
	if (request.webhookUrl === null) return;
	if (!world.settings().deliveries.outOfOrder) await Promise.all(sent);
	await world.deliveries.send(request.webhookUrl, completedEvent(world, request));
	await Promise.all(sent);
}

async function itemTime(world: World, index: number): Promise<boolean> {
	const { bulk, speed } = world.settings();
	if (bulk.itemMs > 0) return world.tasks.pause(bulk.itemMs / speed);
	return index % ITEMS_A_TURN === ITEMS_A_TURN - 1 ? world.tasks.turn() : true;
}

function eventOf(world: World, account: Account, request: BulkRequest, index: number, item: Json): Update {
	const place = { bulk_id: request.bulkId, item_index: index };
	try {
		return createdEvent(world, account, place, item);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { status: code, message, issues: errors } = error;
		return failedEvent(world, account, place, { code, message, errors, refund_amount_usd: 0 });
	}
}

interface ItemPlace {
	bulk_id: string;
	item_index: number;
}

function createdEvent(world: World, account: Account, place: ItemPlace, item: Json): Update {
	const reason = setupFailureOf(world, item as unknown as RadarDefinition);
	if (reason !== null) return failedEvent(world, account, place, failureText(reason, 0));
	const radar = createRadar(world, account, item);
	startRadar(world, account, radar);
	return {
		update_id: world.ids.next('update'),
		update_type: 'radar_created',
		record_id: null,
		code: 201,
		message: 'Radar created',
		completed_at: timestamp(world.clock.now()),
		...place,
		custom_fields: customFieldsOf(item),
		status: 'success',
		data: radar.record,
	};
}

function failedEvent(world: World, account: Account, place: ItemPlace, text: FailureText): Update {
	const now = world.clock.now();
	countFailure(account, now);
	return { ...failureOf(world.ids.next('update'), world.ids.next('request'), now, text), ...place };
}

const completedEvent = (world: World, request: BulkRequest): Update => ({
	update_id: world.ids.next('update'),
	update_type: 'bulk_completed',
	bulk_id: request.bulkId,
	completed_at: timestamp(world.clock.now()),
	summary: bulkCounts(request),
	radars: request.events,
});
