import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type RadarClient, createRadarClient } from '../shared/client/radarClient';
import { counted, listed, LISTED } from '../shared/values/basics/inWords';
import { radarName } from '../shared/values/radars/radarInWords';
import { showHint, nodeKeyOf } from '../shared/host/host';
import { staticDataOf } from './polling/pollState';
import { doubtsInWords, linesOn, notesInWords, readListedRadars } from './publish/radarsToCreate';
import { editedError, inactiveError, rejectExisting } from './publish/createMissing';
import { reconcile } from './publish/reconcile';
import { asSample, timeOf, FoundBetween, idOf } from '../shared/updates/update';
import { alignRows, nameContacts, simplifyUpdate } from '../shared/updates/simplifyUpdate';
import type { RadarDefinition, Update } from '../shared/api/types';
import { BULK_EVENTS, POLLING, LAST_30_DAYS, NEWEST_UPDATES } from './fields';
import { adviceOn } from './advice';
import { orAllow } from '../shared/form/parameterReader';
import { isWanted, splitBulk, isFinding, verdictOn } from './deliveredUpdate';
import { judgeUpdate, lacksInWords, passes, withNotJudged, type Verdict } from '../shared/form/updateFilter';
import type { ListedRadar } from '../shared/values/rules/radarList';
import { isObject } from '../shared/values/basics/values';
import { isRadarType } from '../shared/api/radarTypes';
import type { TriggerParameters } from './parameters';
import { Purchases } from '../shared/money/purchases';
import { inOneLine, refusalIn } from '../shared/values/basics/refusal';
import { withNodeErrors } from '../shared/run/nodeErrors';
import { DAY_MS, MINUTE_MS } from '../shared/values/basics/time';
import { RadarApiError } from '../shared/client/errors/radarApiError';
import { clock } from '../shared/host/clock';

export const SAMPLE_HINT =
	'This is a sample, which no radar found. Updates of your radars have no field "sample".';

const PASSED_ON = " Execute workflow passes these updates on: set 'Test With' to Sample Data first.";

/** The update as the node outputs it, with the filters that it says nothing about. */
export const toJson = (update: IDataObject, { simplify, filters }: TriggerParameters): IDataObject =>
	withNotJudged(
		simplify ? simplifyUpdate(update) : { ...update },
		judgeUpdate(filters.ofUpdates, update).notJudged,
	);

/** Stands for the URL of a node to which no radar can send yet. */
const NEVER_PUBLISHED = 'never published';

/** What publishing the workflow would create, in one or two sentences. Only reads, never throws. */
async function previewCreation(
	execution: IExecuteFunctions,
	client: RadarClient,
	{ allowsDoubtful, monthlyBudget }: TriggerParameters,
): Promise<string> {
	try {
		const radars = await readListedRadars(execution, client.isLoopback);
		const definitions = radars.map(({ definition }) => definition);
		const { ownUrls: [ownUrl = NEVER_PUBLISHED] = [], radarIds } = staticDataOf(execution);
		const node = nodeKeyOf(execution);
		const publishing = { node, ownUrl, radarIds };
		const { missing, adopted, edited, elsewhere, inactive } = await reconcile(
			client,
			publishing,
			definitions,
		);
		if (edited.length > 0) throw editedError(edited);
		if (inactive.length > 0) throw inactiveError(inactive);
		rejectExisting(elsewhere, missing.length + adopted.size);
		return [
			creates(missing.map(radarName), adopted.size),
			missing.length > 0 ? await budgetStops(missing.length, client, monthlyBudget) : '',
			remarksOn(missing, radars, allowsDoubtful),
		].join('');
	} catch (error) {
		return `Publishing would fail: ${inOneLine(refusalIn(error))}`;
	}
}

/** Why the radars to create can't be paid for. */
async function budgetStops(radars: number, client: RadarClient, monthlyBudget?: number): Promise<string> {
	const why = await new Purchases({ monthlyBudget }, client).whyNotPaid(radars);
	return why.map(({ what }) => ` It would stop: ${what}.`).join('');
}

/** The doubts and notes about the radars to create. */
function remarksOn(missing: RadarDefinition[], radars: ListedRadar[], allowsDoubtful: boolean): string {
	const said = (inWords: typeof notesInWords) => listed(linesOn(missing, radars, inWords), LISTED, ' ');
	const doubts = said(doubtsInWords);
	const notes = [allowsDoubtful ? doubts : '', said(notesInWords)].filter(Boolean).join(' ');
	const stops =
		doubts === '' || allowsDoubtful
			? ''
			: ` It would stop, because these may not be what you mean: ${doubts} ${orAllow('Correct them')}`;
	return stops + (notes && ` Please check: ${notes}`);
}

const creates = (missing: string[], existing: number): string =>
	missing.length === 0
		? `Publishing creates no radars: all of them already exist (${existing}).`
		: `Publishing creates ${counted(missing.length, 'radar', 'radars')} (may be charged): ${listed(missing, LISTED, '; ')}.`;

const SAMPLES = 10;

/** Newest first, from the first page of the list, which holds the oldest updates if the list is oldest first. */
async function newestUpdates(client: RadarClient, { filters }: TriggerParameters): Promise<Update[]> {
	const { items } = await client.listUpdates();
	return items
		.filter((update) => isWanted(update, filters))
		.sort((a, b) => (timeOf(b) ?? 0) - (timeOf(a) ?? 0))
		.slice(0, SAMPLES);
}

/** The radars to create. The hint about publishing says what is wrong with them. */
async function definitionsIn(
	execution: IExecuteFunctions,
	{ isLoopback }: RadarClient,
	{ createsRadars }: TriggerParameters,
): Promise<RadarDefinition[]> {
	const radars = createsRadars ? await readListedRadars(execution, isLoopback).catch(() => []) : [];
	return radars.map(({ definition }) => definition);
}

/** The test event to request: if any finding starts the workflow, what the first radar to create finds. */
function sampleBody(
	{ sample, filters }: TriggerParameters,
	[first]: RadarDefinition[],
): TriggerParameters['sample'] {
	const type = first?.radar_type;
	const isTyped = filters.events.has('radar_finding') && type !== undefined && isRadarType(type);
	return isTyped ? { radar_type: type } : sample;
}

async function sampleItems(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
): Promise<IDataObject[]> {
	const showsDays = settings.testWith === LAST_30_DAYS;
	const client = await createRadarClient(execution, showsDays ? { longestWaitSeconds: 60 } : {});
	const toCreate = await definitionsIn(execution, client, settings);
	for (const advice of await adviceOn(execution, client, settings, toCreate)) showHint(execution, advice);
	if (settings.createsRadars) showHint(execution, await previewCreation(execution, client, settings));
	const showsNewest = settings.testWith === NEWEST_UPDATES;
	const inDays = showsDays ? await lastDays(client, settings) : undefined;
	if (inDays) showHint(execution, `${inDays.summary}${inDays.updates.length > 1 ? PASSED_ON : ''}`);
	const updates = inDays?.updates ?? (showsNewest ? await newestUpdates(client, settings) : []);
	if (updates.length > 0) {
		const rows = updates.map((update) => toJson(update, settings));
		await nameContacts(rows, () => client);
		return settings.simplify ? await alignRows(rows, true) : rows;
	}
	const body = sampleBody(settings, toCreate);
	const { payload } = await client.call('sendTestEvent', { body });
	if (!isObject(payload)) return [];
	const hasBulkEvent = BULK_EVENTS.some((event) => settings.filters.events.has(event));
	const noBulkSample = hasBulkEvent ? ' There is no sample of bulk events.' : '';
	const none = showsNewest ? 'None of the newest updates match, or there are none yet. ' : '';
	const isKept = passes(judgeUpdate(settings.filters.ofUpdates, payload));
	const dropped = isKept ? '' : ' Your filters would drop this sample.';
	showHint(execution, `${none}${SAMPLE_HINT}${noBulkSample}${dropped}`);
	const samples = settings.splitBulk ? splitBulk({ update: payload }, settings) : [{ update: payload }];
	return samples.map(({ update }) => asSample(toJson(update, settings)));
}

/** The output if the step is executed in the editor without a delivery. Changes no state. */
export async function preview(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
): Promise<INodeExecutionData[]> {
	const items = await withNodeErrors(execution.getNode(), async () => await sampleItems(execution, settings));
	return items.map((json) => ({ json }));
}

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
			const shown = verdict && passes(verdict) ? update : {};
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

/** How many updates the filters drop, and how many each filter does by itself. */
function whatDrops(dropped: Found[]): string[] {
	if (dropped.length === 0) return [];
	const alone = new Map<string, number>();
	for (const { droppedBy } of dropped) {
		const [label = '', ...others] = droppedBy;
		if (others.length === 0) alone.set(label, (alone.get(label) ?? 0) + 1);
	}
	const parts = [...alone]
		.sort(([, one], [, other]) => other - one)
		.map(([label, count]) => `${count.toLocaleString('en-US')} by ${label} alone`);
	const all = `The filters drop ${counted(dropped.length, 'other update', 'other updates')}`;
	return [parts.length > 0 ? `${all}: ${parts.join(', ')}.` : `${all}.`];
}

/** What passed and what the filters did, as sentences. */
function inSentences(
	covered: Found[],
	days: number,
	now: number,
	{ delivery, oneExecutionEach }: TriggerParameters,
): string {
	const passed = covered.filter(passes);
	const { length: count } = passed;
	const mostDaily = mostADay(
		passed.map(({ time }) => time),
		now,
	);
	const rate = days > 0 && count > 0 ? ` (at most ${mostDaily} a day)` : '';
	const atMost = oneExecutionEach && delivery !== POLLING ? '' : 'at most ';
	const outcome = `, so ${counted(count, 'message', 'messages')} in ${atMost}${counted(count, 'execution', 'executions')}`;
	const lasted = days > 0 ? `in ${counted(days, 'day', 'days')}` : 'in less than a day';
	return [
		`${counted(count, 'update', 'updates')} ${lasted}${rate}${count > 0 ? outcome : ''}.`,
		...lacksInWords(passed.map(({ notJudged }) => notJudged)),
		...whatDrops(covered.filter((each) => !passes(each))),
	].join(' ');
}

/**
 * What the trigger would have delivered in the last 30 days, newest first, and a summary of all of it. Failures and bulk events don't
 * count: they say nothing about what the radars will find.
 */
async function lastDays(
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
	const passed = covered.filter(passes).map(({ update }) => update);
	return {
		updates: passed.slice(0, ITEMS_SHOWN),
		summary: `${inSentences(covered, days, now, settings)}${days < DAYS ? short : ''}${ofAll}`,
	};
}
