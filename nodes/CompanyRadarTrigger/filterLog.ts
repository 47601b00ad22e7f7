import type { IDataObject, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { counted } from '../shared/values/basics/inWords';
import { DAY_MS, HOUR_MS } from '../shared/values/basics/time';
import { clock } from '../shared/host/clock';
import { RecentMap } from '../shared/host/recentMap';
import { perNode } from '../shared/host/host';
import { idOf } from '../shared/updates/update';
import { verdictOn } from './deliveredUpdate';
import type { TriggerParameters } from './parameters';

const MAX_IDS = 10_000;

/** Counts what the filters drop, and what they pass without a judgment, in this process. */
class FilterCounts {
	private dropped = 0;

	private notJudged = 0;

	private since = clock.now();

	/** Polls read an update several times. */
	private readonly seen = new RecentMap<true>({ size: MAX_IDS });

	add(id: string, { passes }: { passes: boolean }): void {
		if (this.seen.has(id)) return;
		this.seen.set(id, true);
		if (passes) this.notJudged++;
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
	if (!verdict.passes || verdict.notJudged.length > 0) counts.add(idOf(update), verdict);
	return verdict.passes;
}
