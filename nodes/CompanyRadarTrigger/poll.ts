import {
	type IDataObject,
	type IPollFunctions,
	type IRun,
	sleep,
	type NodeError,
	NodeOperationError,
} from 'n8n-workflow';

import { createRadarClient, type RadarClient, RadarApiError } from '../shared/client';
import { clock } from '../shared/concurrency/clock';
import { counted } from '../shared/basics/listed';
import { CATCH_UP, POLLING } from './fields/delivery';
import { isWanted, toItems } from './node/event';
import {
	InputError,
	assertNodeSettings,
	assertOwnId,
	publishError,
	triggerError,
} from '../shared/triggers/errors';
import { radarOf } from '../shared/updates/update';
import { type TriggerRuntimeState, staticDataOf, type StaticData, runtimeStateOf } from './state';
import { readParameters, type TriggerParameters } from './node/parameters';
import { ownUpdates, MAX_REQUESTS, updatePages } from './polling/updatePages';
import { MAX_CLOCK_ERROR_MS } from './polling/horizon';
import { type Part, pollParts } from './polling/parts';
import { Handovers, runPoll } from './polling/poller';
import { firstState, LATENESS_MS, type PollState, readState } from './polling/state';

/** Until then an update is left to its webhook. */
const WEBHOOK_HEAD_START_MS = 60_000;

/** How long publishing waits for the response to its first request, to begin with the service's time. */
const PROMPT_MS = 1000;
/** Between the two clocks, where it took longer. */
const CLOCK_TOLERANCE_MS = 5000;

const STUCK = new InputError(
	"The list of updates can't be followed by polling",
	"It is too long for one poll, and the service doesn't let a poll continue where the last one ended. Set 'Delivery' to Webhook.",
);

const NO_URL = new InputError(
	"This node's URL isn't known yet",
	'Unpublish the workflow and publish it again.',
);

const tooLargeError = (radarIds: string[]): InputError =>
	new InputError(
		'Updates of some radars are too large to be read',
		`A page of their updates is larger than 32 MB: ${radarIds.join().replaceAll(',', ', ')}. The updates of all other radars still arrive. Give these radars smaller custom fields, or set 'Delivery' to 'Webhook'.`,
		true,
	);

const MAX_URL_LOOKUPS = 50;
const URL_LOOKUP_INTERVAL_MS = 100;

/** While the workflow is being published, the lifecycle methods run at the same time: they learn the URL. */
async function ownUrlOf(kept: StaticData): Promise<string> {
	for (let left = MAX_URL_LOOKUPS; kept.ownUrl === undefined && left > 0; left--)
		await sleep(URL_LOOKUP_INTERVAL_MS);
	if (kept.ownUrl === undefined) throw NO_URL;
	return kept.ownUrl;
}

const wantedBy =
	(context: IPollFunctions, settings: TriggerParameters, memory: TriggerRuntimeState, service: RadarClient) =>
	async (updates: IDataObject[], serviceTime: number): Promise<Array<boolean | undefined>> => {
		const wanted = updates.map((update) => isWanted(update, settings.filters));
		if (settings.delivery !== CATCH_UP) return wanted;
		const ownUrl = await ownUrlOf(staticDataOf(context));
		const own = await ownUpdates(updates, ownUrl, memory, service, serviceTime);
		for (const [id, radar] of memory.unlistedRadars) {
			if (
				radar.isReported ||
				!updates.some((update, index) => own[index] === false && radarOf(update).radarId === id)
			)
				continue;
			radar.isReported = true;
			context.logger.warn(
				`Company Radar Trigger skips updates of radar ${id}, which the service doesn't list`,
			);
		}
		return wanted.map((isWantedHere, index) => isWantedHere && own[index]);
	};

/** Time that a poll may take, in milliseconds, where the host tells it. */
const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;

/** The state to begin with, and whether what is listed already is passed over. */
function begin(
	{ startFrom, startDate }: TriggerParameters,
	{ activatedAt = clock.computerTime(), polls = {} }: StaticData,
	memory: TriggerRuntimeState,
	accountId: string,
	parents: string[],
	now: number,
) {
	// A part goes on where the whole was. With another key or address, it may be the same account.
	const other = Object.keys(polls).findLast((key) => !key.startsWith(accountId));
	const key = parents.map((parent) => keyOf(accountId, parent)).findLast((each) => each in polls) ?? other;
	const previous = readState(key === undefined ? undefined : polls[key]);
	if (previous) {
		const watermark = Math.min(previous.watermark, now - LATENESS_MS);
		return { state: { ...firstState(watermark), done: previous.done }, skipsListed: false };
	}
	if (startFrom === 'everything') return { state: firstState(null), skipsListed: false };
	if (startDate !== undefined) return { state: firstState(startDate), skipsListed: false };
	// Either clock may have stood still meanwhile, or have been set back.
	const elapsed = Math.max(clock.now() - (memory.activatedAt ?? 0), clock.computerTime() - activatedAt);
	if (elapsed <= PROMPT_MS) return { state: firstState(now - LATENESS_MS), skipsListed: true };
	const tolerance = memory.activatedAt === undefined ? MAX_CLOCK_ERROR_MS : CLOCK_TOLERANCE_MS;
	return { state: firstState(now - elapsed - tolerance), skipsListed: false };
}

const MAX_OTHERS = 5;

const keyOf = (accountId: string, part: string): string => `${accountId} ${part}`;

/** The state of one part of the list of one account. */
const keptFor = (kept: StaticData, accountId: string, key: string): { poll?: PollState } => ({
	get poll() {
		return kept.polls?.[key];
	},
	set poll(state: PollState | undefined) {
		const states = Object.entries(kept.polls ?? {}).filter(([each]) => each !== key);
		const own = states.filter(([each]) => each.startsWith(accountId));
		const others = states.filter(([each]) => !each.startsWith(accountId)).slice(-MAX_OTHERS);
		kept.polls = Object.fromEntries([...others, ...own, ...(state ? [[key, state] as const] : [])]);
	},
});

async function pollUpdates(context: IPollFunctions, memory: TriggerRuntimeState): Promise<void> {
	const settings = readParameters(context);
	const kept = staticDataOf(context);
	if (!kept.polls && kept.activatedAt === undefined) {
		kept.activatedAt = clock.computerTime();
		memory.activatedAt = clock.now();
	}
	const until = clock.now() + budgetOf(context);
	const service = await createRadarClient(context, { interactive: true });
	const wantedOf = wantedBy(context, settings, memory, service);
	const { accountId } = service;
	const poll = async (part: Part, parents: string[]): Promise<void> => {
		const key = keyOf(accountId, Object.values(part).join());
		const handovers = memory.handovers.get(key) ?? new Handovers();
		memory.handovers.set(key, handovers);
		const plan = await runPoll({
			kept: keptFor(kept, accountId, key),
			handovers,
			fetch: updatePages(service, part, wantedOf, () => clock.now() < until),
			begin: (now) => begin(settings, kept, memory, accountId, parents, now),
			isRecorded: (id) => memory.deduplicator.has(id),
			remembered: settings.remembered,
			minAgeMs: settings.delivery === CATCH_UP ? WEBHOOK_HEAD_START_MS : 0,
			maxRequests: MAX_REQUESTS,
			replayHours: settings.replayHours,
			triggerName: context.getNode().name,
			emit: async (updates, deliveryId) => {
				const done = context.helpers.createDeferredPromise<IRun | undefined>();
				const envelopes = updates.map(({ update, replay }) => ({ update, replay }));
				context.__emit([toItems(envelopes, deliveryId)], undefined, done);
				return await done.promise;
			},
		});
		if (plan?.isStuck) throw STUCK;
		if (plan?.isBehind) context.logger.info('Company Radar Trigger is catching up on older updates');
	};
	const tooLarge = await pollParts(poll, service, memory.oversizedAt);
	delete kept.activatedAt;
	if (tooLarge.length > 0) throw tooLargeError(tooLarge);
}

const HOUR_MS = 3_600_000;

function alert(context: IPollFunctions, memory: TriggerRuntimeState, error: unknown): NodeError | undefined {
	const { alertAfterHours } = readParameters(context);
	if (alertAfterHours === undefined) return undefined;
	const now = clock.now();
	const since = Math.max(memory.lastSuccess, memory.lastAlert);
	if (now - since < alertAfterHours * HOUR_MS) return undefined;
	memory.lastAlert = now;
	const hours = Math.floor((now - memory.lastSuccess) / HOUR_MS);
	const { message, description } = triggerError(context.getNode(), error);
	return new NodeOperationError(
		context.getNode(),
		`No poll has succeeded for ${counted(hours, 'hour', 'hours')}`,
		{
			description: `Last error: ${message}. ${description ?? ''} Nothing is lost: the updates are fetched when the service is back.`,
		},
	);
}

/** Prevents no activation. */
const isBearable = (error: unknown): boolean =>
	error instanceof RadarApiError ? error.isTransient : error instanceof InputError && error.isPassing;

/**
 * What a failing poll throws; undefined where it keeps quiet. An outage does not prevent the activation, and says so once.
 * @param isActivation the workflow is being published
 */
function pollErrorPolicy(
	context: IPollFunctions,
	memory: TriggerRuntimeState,
	error: unknown,
	isActivation: boolean,
): NodeError | undefined {
	if (isActivation) return isBearable(error) ? undefined : publishError(context.getNode(), error);
	const shown = triggerError(context.getNode(), error);
	const repeated = memory.lastErrorMessage === shown.message;
	memory.lastErrorMessage = shown.message;
	return repeated ? alert(context, memory, error) : shown;
}

/** n8n makes a new context for each activation; hosts that make one for each poll call that an update. */
function isActivation(context: IPollFunctions, memory: TriggerRuntimeState): boolean {
	const isFirst = memory.pollContext !== context;
	memory.pollContext = context;
	return isFirst && (context.getActivationMode() !== 'update' || memory.lastErrorMessage === undefined);
}

/**
 * The node's poll(). n8n calls it whatever the delivery, once on activation and then at the poll times; polls may overlap.
 * It starts executions itself, since only then n8n tells whether they were created.
 */
export async function pollNode(this: IPollFunctions): Promise<null> {
	const memory = runtimeStateOf(this);
	if (memory.isPolling) return null;
	memory.isPolling = true;
	const activates = isActivation(this, memory);
	let isReady = false;
	try {
		assertNodeSettings(this.getNode());
		if (activates) assertOwnId(this);
		if (!readParameters(this).polls) return null;
		isReady = true;
		await pollUpdates(this, memory);
		memory.lastSuccess = clock.now();
		memory.lastErrorMessage = undefined;
	} catch (error) {
		// While a workflow with a webhook is published, the lifecycle methods say what is wrong with its settings.
		if (!isReady && activates && this.getNodeParameter('delivery') !== POLLING) return null;
		const shown = pollErrorPolicy(this, memory, error, activates);
		if (shown) throw shown;
	} finally {
		memory.isPolling = false;
	}
	return null;
}
