import type { IDataObject } from 'n8n-workflow';

import { DAY_MS, MINUTE_MS } from '../shared/values/basics/time';
import { counted } from '../shared/values/basics/inWords';
import { RadarApiError, type RadarClient } from '../shared/client';
import { clock } from '../shared/host/clock';
import { FoundBetween, idOf, timeOf } from '../shared/updates/update';
import { lacksInWords, type Verdict } from '../shared/form/updateFilter';
import { isFinding, verdictOn } from './deliveredUpdate';
import { POLLING } from './fields/delivery';
import type { TriggerParameters } from './parameters';

const DAYS = 30;
const MAX_UPDATES_READ = 10_000;
const MAX_READ_MS = MINUTE_MS;
const ITEMS_SHOWN = 100;

type Found = Verdict & { update: IDataObject; time: number };

/** The findings of the range, as far as they can be read. */
async function findingsIn(
	client: RadarClient,
	range: FoundBetween,
	{ filters }: TriggerParameters,
	now: number,
): Promise<Map<string, Found>> {
	const found = new Map<string, Found>();
	const limits = { cap: MAX_UPDATES_READ, until: clock.now() + MAX_READ_MS };
	const read = async () => {
		for await (const update of client.updatesBetween(range, {}, limits)) {
			const verdict = isFinding(update) ? verdictOn(update, filters) : undefined;
			// Only what passes is shown.
			const shown = verdict?.passes ? update : {};
			if (verdict) found.set(idOf(update), { ...verdict, update: shown, time: timeOf(update) ?? now });
		}
	};
	await read().catch((error: unknown) => {
		// What was read before the rate limit still counts.
		if (!(error instanceof RadarApiError && error.isRateLimited && range.count > 0)) throw error;
	});
	return found;
}

const mostADay = (times: number[], now: number): number => {
	const days = new Map<number, number>();
	for (const time of times) {
		const day = Math.floor((now - time) / DAY_MS);
		days.set(day, (days.get(day) ?? 0) + 1);
	}
	return Math.max(0, ...days.values());
};

/** What passed and what the filters did, as sentences. */
function inSentences(
	covered: Found[],
	days: number,
	now: number,
	{ delivery, oneExecutionEach }: TriggerParameters,
): string {
	const passed = covered.filter(({ passes }) => passes);
	const { length: count } = passed;
	const mostDaily = mostADay(
		passed.map(({ time }) => time),
		now,
	);
	const rate = days > 0 && count > 0 ? ` (at most ${mostDaily} a day)` : '';
	const atMost = oneExecutionEach && delivery !== POLLING ? '' : 'at most ';
	const outcome = `, so ${counted(count, 'message', 'messages')} in ${atMost}${counted(count, 'execution', 'executions')}`;
	const lasted = days > 0 ? `in ${counted(days, 'day', 'days')}` : 'in less than a day';
	const dropped = covered.length - count;
	return [
		`${counted(count, 'update', 'updates')} ${lasted}${rate}${count > 0 ? outcome : ''}.`,
		...lacksInWords(passed.map(({ notJudged }) => notJudged)),
		...(dropped > 0 ? [`The filters drop ${counted(dropped, 'other update', 'other updates')}.`] : []),
	].join(' ');
}

/**
 * What the trigger would have delivered in the last 30 days, newest first, and a summary of all of it. Failures and bulk events don't
 * count: they say nothing about what the radars will find.
 */
export async function lastDays(
	client: RadarClient,
	settings: TriggerParameters,
): Promise<{ updates: IDataObject[]; summary: string }> {
	const now = await client.readTime();
	const range = new FoundBetween({ after: now - DAYS * DAY_MS, before: Number.POSITIVE_INFINITY });
	const found = await findingsIn(client, range, settings, now);
	const { count, end } = range;
	if (end === 'cut' && !range.isNewestFirst) {
		const summary = `The last ${DAYS} days can't be counted: the service lists the oldest updates first, and only ${counted(count, 'update', 'updates')} could be read. Use Radar Update: Get Many with Found After and the same filters.`;
		return { updates: [], summary };
	}
	const listedDays = count === 0 ? 0 : Math.floor((now - range.oldest) / DAY_MS);
	const days = end === 'range' ? DAYS : Math.min(DAYS, listedDays);
	// Of a day that wasn't read to its end, nothing counts.
	const isCovered = ({ time }: Found) => days === 0 || end !== 'cut' || now - time < days * DAY_MS;
	const covered = [...found.values()].filter(isCovered).sort((a, b) => b.time - a.time);
	const short =
		end === 'cut'
			? ` Only ${counted(count, 'update', 'updates')} could be read.`
			: ' The service lists no older ones.';
	const ofAll =
		settings.delivery === POLLING ? '' : ' Counts all your radars, also those that do not send to this node.';
	const passed = covered.filter(({ passes }) => passes).map(({ update }) => update);
	return {
		updates: passed.slice(0, ITEMS_SHOWN),
		summary: `${inSentences(covered, days, now, settings)}${days < DAYS ? short : ''}${ofAll}`,
	};
}
