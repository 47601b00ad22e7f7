import { type IPollFunctions, type IRun, type NodeError, NodeOperationError } from 'n8n-workflow';

import { createRadarClient } from '../shared/client/radarClient';
import { DAY_MS, MINUTE_MS, SECOND_MS, HOUR_MS } from '../shared/values/basics/time';
import { clock } from '../shared/host/clock';
import { CATCH_UP, POLLING, WEBHOOK } from './fields';
import { toItems } from './deliveredUpdate';
import { checkPublish } from './advice';
import { assertNodeSettings, publishError, triggerError } from '../shared/run/nodeErrors';
import { nodeKeyOf, perNode } from '../shared/host/host';
import { deduplicatorOf } from './deduplicator';
import {
	keptFor,
	stateOfOtherAccount,
	staticDataOf,
	type StaticData,
	continued,
	firstState,
	LATENESS_MS,
	type PollState,
	untilPublished,
} from './polling/pollState';
import { assertNoFilterDoubts, readParameters, type TriggerParameters } from './parameters';
import { wantedBy } from './polling/ownRadars';
import { pageFetcher, type PolledUpdate } from './polling/list';
import { Progress, progressOf, pollList } from './polling/poller';
import { wrong } from '../shared/values/basics/refusal';
import { counted } from '../shared/values/basics/inWords';
import { RadarApiError } from '../shared/client/errors/radarApiError';

const pollMemoryOf = perNode(() => ({
	isPolling: false,
	/** When the workflow was published in this process, by `clock.now()`. */
	publishedAt: undefined as number | undefined,
}));

/** Polls skip updates younger than this, so the webhook delivers them first. */
const WEBHOOK_HEAD_START_MS = MINUTE_MS;

/** If the first response arrives this soon after publishing, polling starts at the service time it reports. */
const PROMPT_MS = 1000;
/** The longest time that publishing waits for the list. */
const PUBLISH_MS = 10 * SECOND_MS;

/** If it arrives later, polling starts this long before the time of publishing, since the two clocks may differ. */
const CLOCK_TOLERANCE_MS = 5000;

interface PublishTime {
	/** By `clock.computerTime()`. */
	computer?: number;
	/** By `clock.now()`, if it was in this process. */
	process?: number;
}

const DATE_FIX = 'No updates would arrive until then. Enter a date that has passed.';

/** The first state at the service's time `now`, and whether to skip updates that are already listed. */
function begin(
	{ startFrom, startDate }: TriggerParameters,
	now: number,
	previous: PollState | undefined,
	publishedAt: PublishTime,
) {
	const from = (state: PollState, skipsListed = false) => ({ state, skipsListed });
	if (previous) return from(continued(previous, now - LATENESS_MS));
	if (startFrom === 'everything') return from(firstState(0));
	if (startDate !== undefined && startDate > now + CLOCK_TOLERANCE_MS)
		throw wrong("'Start Date' is in the future", DATE_FIX);
	if (startDate !== undefined) return from(firstState(startDate));
	const { computer = clock.computerTime(), process } = publishedAt;
	// The larger one counts, since one clock may stop while the computer sleeps, and the other may be set back.
	const elapsed = Math.max(clock.now() - (process ?? 0), clock.computerTime() - computer);
	if (elapsed <= PROMPT_MS) return from(firstState(now - LATENESS_MS), true);
	const tolerance = process === undefined ? DAY_MS : CLOCK_TOLERANCE_MS;
	return from(firstState(now - elapsed - tolerance));
}

function progressFor(context: IPollFunctions, accountId: string): Progress {
	const all = progressOf(context);
	const progress = all.get(accountId) ?? new Progress();
	all.set(accountId, progress);
	return progress;
}

const emitter =
	(context: IPollFunctions) =>
	async (updates: PolledUpdate[], deliveryId: string): Promise<IRun | undefined> => {
		const done = context.helpers.createDeferredPromise<IRun | undefined>();
		const items = toItems(
			updates.map(({ update }) => ({ update })),
			deliveryId,
		);
		context.__emit([items], undefined, done);
		return await done.promise;
	};

/** When the workflow was published, by both clocks, until its first poll has succeeded. */
function notePublish(context: IPollFunctions, data: StaticData): PublishTime {
	const memory = pollMemoryOf(context);
	if (!data.polls && data.publishedAt === undefined) {
		data.publishedAt = clock.computerTime();
		memory.publishedAt = clock.now();
	}
	return { computer: data.publishedAt, process: memory.publishedAt };
}

const isTransient = (error: unknown): boolean => error instanceof RadarApiError && error.isTransient;

const isTooLarge = (error: unknown): boolean =>
	error instanceof RadarApiError && error.failure.kind === 'tooLarge';

/** It affects only some radars, and passes by itself. */
const OWN_URL_UNKNOWN = wrong(
	"This node's URL isn't known yet",
	'Unpublish the workflow and publish it again.',
);

const allowsPublishing = (error: unknown): boolean =>
	isTransient(error) || isTooLarge(error) || error === OWN_URL_UNKNOWN;

/** Decides which failed polls of a node throw an error. Times are by `clock.now()`. */
class PollErrors {
	private lastSuccess = clock.now();

	private lastAlert = 0;

	/** What the last poll failed with, undefined if it succeeded. An outage counts as one problem, whatever its messages. */
	private lastProblem: string | undefined;

	get isFailing(): boolean {
		return this.lastProblem !== undefined;
	}

	succeeded(): void {
		this.lastSuccess = clock.now();
		this.lastProblem = undefined;
	}

	/**
	 * The error that a failed poll throws; undefined if it stays quiet. An outage doesn't prevent publishing, and is reported once.
	 * @param isPublishing whether the workflow is being published
	 */
	shown(
		context: IPollFunctions,
		error: unknown,
		{ isPublishing, alertAfterHours }: { isPublishing: boolean; alertAfterHours: number | undefined },
	): NodeError | undefined {
		if (isPublishing) return allowsPublishing(error) ? undefined : publishError(context.getNode(), error);
		const shown = triggerError(context.getNode(), error);
		const problem = isTransient(error) ? 'outage' : shown.message;
		const isRepeated = this.lastProblem === problem;
		this.lastProblem = problem;
		if (!isRepeated) return shown;
		const since = Math.max(this.lastSuccess, this.lastAlert);
		const isDue = alertAfterHours !== undefined && clock.now() - since >= alertAfterHours * HOUR_MS;
		return isDue ? this.alert(context, shown, isTransient(error)) : undefined;
	}

	private alert(context: IPollFunctions, { message, description }: NodeError, isOutage: boolean): NodeError {
		this.lastAlert = clock.now();
		const hours = Math.floor((this.lastAlert - this.lastSuccess) / HOUR_MS);
		const promise = isOutage && 'Nothing is lost: the updates are fetched when the service is back.';
		return new NodeOperationError(
			context.getNode(),
			`No poll has succeeded for ${counted(hours, 'hour', 'hours')}`,
			{ description: [`Last error: ${message}.`, description, promise].filter(Boolean).join(' ') },
		);
	}
}

const pollErrorsOf = perNode(() => new PollErrors());

/** Polls the account of the credential. @throws what the poll fails with */
async function pollAccount(
	context: IPollFunctions,
	settings: TriggerParameters,
	isPublishing: boolean,
): Promise<void> {
	const data = staticDataOf(context);
	const publishedAt = notePublish(context, data);
	// n8n limits the time that a poll may take, and waits with publishing until the first one has ended.
	const budget = context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;
	const until = clock.now() + Math.min(budget, isPublishing ? PUBLISH_MS : budget);
	const client = await createRadarClient(context);
	const { accountId } = client;
	const plan = await pollList({
		kept: keptFor(data, accountId),
		progress: progressFor(context, accountId),
		fetch: pageFetcher(client, wantedBy(context, settings, client), () => clock.now() < until),
		begin: (now) => begin(settings, now, stateOfOtherAccount(data, accountId), publishedAt),
		isRecorded: (id) => deduplicatorOf(context).has(id),
		remembered: settings.remembered,
		minAgeMs: settings.delivery === CATCH_UP ? WEBHOOK_HEAD_START_MS : 0,
		triggerName: context.getNode().name,
		emit: emitter(context),
		warn: (message) => context.logger.warn(`${context.getNode().name}: ${message}`),
	});
	if (plan?.isBehind) context.logger.info('Company Radar Trigger is catching up on older updates');
	delete data.publishedAt;
	if (settings.delivery === CATCH_UP && data.ownUrls === undefined) throw OWN_URL_UNKNOWN;
}

/** Contexts with a poll. Weak, since a context holds the whole workflow. */
const seen = new WeakSet<IPollFunctions>();

/**
 * n8n makes a new context for each publish. Some hosts make one for each poll, with the mode `update`: while polls fail, that isn't a
 * publish.
 */
function isPublish(context: IPollFunctions): boolean {
	const isFirst = !seen.has(context);
	seen.add(context);
	return isFirst && (context.getActivationMode() !== 'update' || !pollErrorsOf(context).isFailing);
}

/** Reads and checks the settings, polls, and decides which errors are shown. */
async function pollOrReport(context: IPollFunctions, isPublishing: boolean): Promise<void> {
	const memory = pollMemoryOf(context);
	memory.isPolling = true;
	const errors = pollErrorsOf(context);
	let parameters: TriggerParameters | undefined;
	try {
		assertNodeSettings(context.getNode());
		parameters = readParameters(context);
		if (isPublishing) {
			assertNoFilterDoubts(context, parameters);
			await checkPublish(context, parameters);
		}
		if (parameters.delivery === WEBHOOK) return;
		await pollAccount(context, parameters, isPublishing);
		errors.succeeded();
	} catch (error) {
		// For a webhook, its lifecycle methods report wrong settings.
		if (!parameters && isPublishing && context.getNodeParameter('delivery') !== POLLING) return;
		const shown = errors.shown(context, error, {
			isPublishing,
			alertAfterHours: parameters?.alertAfterHours,
		});
		if (shown) throw shown;
	} finally {
		memory.isPolling = false;
	}
}

/**
 * The node's poll(). n8n calls it for every delivery, once when publishing and then at the poll times, and calls may overlap.
 * Executions are started with `__emit`, since n8n then reports whether they were created.
 */
export async function pollNode(this: IPollFunctions): Promise<null> {
	const { isPolling } = pollMemoryOf(this);
	const isPublishing = !isPolling && isPublish(this);
	try {
		if (!isPolling) await pollOrReport(this, isPublishing);
	} finally {
		if (!isPublishing) await untilPublished(nodeKeyOf(this));
	}
	return null;
}
