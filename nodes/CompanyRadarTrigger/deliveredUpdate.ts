import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UPDATE_TYPES } from '../shared/api/radarTypes';
import { isObject, nonEmptyText } from '../shared/values/basics/values';
import { judgeUpdate, passes, type Verdict } from '../shared/form/updateFilter';
import { RADARS_LABEL } from '../shared/form/radarPicker';
import { idOf, radarRefOf } from '../shared/updates/update';
import type { TriggerParameters } from './parameters';
import { counted } from '../shared/values/basics/inWords';
import { DAY_MS, HOUR_MS } from '../shared/values/basics/time';
import { clock } from '../shared/host/clock';
import { RecentMap } from '../shared/host/recentMap';
import { perNode } from '../shared/host/host';

/** Distinguishes this process from others and from itself before a restart. */
export const PROCESS_ID = randomUUID().slice(0, 8);

/** An update on its way from webhook() or poll() to execute(). */
export interface DeliveredUpdate {
	update: IDataObject;
	/** Delivered by webhook, so it could be forged: Verify Events checks it. */
	pushed?: boolean;
	/** Identifies the webhook() or poll() call that started the execution. */
	deliveryId: string;
	/** The process that received the update. */
	process: string;
}

/** The items of one delivery. n8n stores them with the execution, so Retry runs on the same items. */
export function toItems(
	updates: Array<Pick<DeliveredUpdate, 'update' | 'pushed'>>,
	deliveryId: string = randomUUID(),
): INodeExecutionData[] {
	return updates.map((each) => ({ json: { ...each, deliveryId, process: PROCESS_ID } }));
}

const isDelivered = (json: IDataObject): json is IDataObject & DeliveredUpdate => isObject(json.update);

export const deliveredIn = (items: INodeExecutionData[]): DeliveredUpdate[] =>
	items.map(({ json }) => json).filter(isDelivered);

/** Whether it's what a radar found, and no failure or bulk event. Types that this node doesn't know count as findings. */
export const isFinding = ({ update_type: type }: IDataObject): boolean =>
	type === 'radar_finding' || !UPDATE_TYPES.some((known) => known === type);

/** Whether it's about a bulk request or one of its radars. */
export const isBulkEvent = (update: IDataObject): boolean =>
	!isFinding(update) && nonEmptyText(update.bulk_id) !== undefined;

function isSelected(update: IDataObject, events: ReadonlySet<string>): boolean {
	if (!isFinding(update)) return events.has(String(update.update_type));
	return events.has('radar_finding') || events.has(radarRefOf(update).radarType ?? '');
}

/** How the filters judge the update. It passes one that it says nothing about, such as its radar ID. */
function judgeByFilters(update: IDataObject, { radarIds, ofUpdates }: TriggerParameters['filters']): Verdict {
	const verdict = judgeUpdate(ofUpdates, update);
	const { radarId } = radarRefOf(update);
	const isOther = radarIds.size > 0 && radarId !== undefined && !radarIds.has(radarId.toLowerCase());
	return isOther ? { ...verdict, droppedBy: [...verdict.droppedBy, RADARS_LABEL] } : verdict;
}

/** How the filters judge the update; undefined if its type isn't selected. */
export const verdictOn = (update: IDataObject, filters: TriggerParameters['filters']): Verdict | undefined =>
	isSelected(update, filters.events) ? judgeByFilters(update, filters) : undefined;

/** Whether the update starts the workflow. */
export const isWanted = (update: IDataObject, filters: TriggerParameters['filters']): boolean =>
	verdictOn(update, filters)?.droppedBy.length === 0;

/** Whether an event gets an execution of its own: a bulk event can be large. */
export const standsAlone = ({ update_type: type }: IDataObject): boolean => type === 'bulk_completed';

/**
 * One update per radar of a `bulk_completed` that passes the filters: that radar's own event with its own `update_id`. Any
 * other update stays as it is.
 */
export function splitBulk<Given extends Pick<DeliveredUpdate, 'update'>>(
	delivered: Given,
	{ filters }: TriggerParameters,
): Given[] {
	const { update } = delivered;
	const { radars } = update;
	if (update.update_type !== 'bulk_completed' || !Array.isArray(radars)) return [delivered];
	const split = radars.filter(isObject).map((radar, index) => ({
		...delivered,
		update: {
			bulk_id: update.bulk_id,
			...radar,
			update_id: radar.update_id ?? `${idOf(update)} ${index}`,
		},
	}));
	return split.filter((each) => passes(judgeByFilters(each.update, filters)));
}

const MAX_IDS = 10_000;

/** Counts what the filters drop, and what they pass without a judgment, in this process. */
class FilterCounts {
	private dropped = 0;

	private notJudged = 0;

	private since = clock.now();

	/** Polls read an update several times. */
	private readonly seen = new RecentMap<true>({ size: MAX_IDS });

	add(id: string, verdict: Verdict): void {
		if (this.seen.has(id)) return;
		this.seen.set(id, true);
		if (passes(verdict)) this.notJudged++;
		else this.dropped++;
	}

	/** What was counted, once a day. */
	summary(): string | undefined {
		const { dropped, notJudged } = this;
		const age = clock.now() - this.since;
		if (age < DAY_MS || dropped + notJudged === 0) return undefined;
		this.since = clock.now();
		this.dropped = 0;
		this.notJudged = 0;
		const hours = counted(Math.floor(age / HOUR_MS), 'hour', 'hours');
		return `In the last ${hours}, the filters dropped ${counted(dropped, 'update', 'updates')}, and passed ${counted(notJudged, 'update', 'updates')} that they couldn't judge, such as those without a job title.`;
	}
}

const countsOf = perNode(() => new FilterCounts());

/** Whether the update starts the workflow. Once a day, n8n's log says what the filters did. */
export function isWantedAndCounted(
	context: IPollFunctions | IWebhookFunctions,
	update: IDataObject,
	filters: TriggerParameters['filters'],
): boolean {
	const verdict = verdictOn(update, filters);
	if (!verdict) return false;
	const counts = countsOf(context);
	const summary = counts.summary();
	if (summary) context.logger.info(`${context.getNode().name}: ${summary}`);
	if (!passes(verdict) || verdict.notJudged.length > 0) counts.add(idOf(update), verdict);
	return passes(verdict);
}
