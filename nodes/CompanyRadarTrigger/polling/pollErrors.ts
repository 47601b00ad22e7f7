import { type IPollFunctions, type NodeError, NodeOperationError } from 'n8n-workflow';

import { HOUR_MS } from '../../shared/values/basics/time';
import { counted } from '../../shared/values/basics/inWords';
import { RadarApiError } from '../../shared/client';
import { clock } from '../../shared/host/clock';
import { publishError, triggerError } from '../../shared/run/triggerErrors';
import { wrong } from '../../shared/values/basics/refusal';
import { perNode } from '../../shared/host/host';

const isTransient = (error: unknown): boolean => error instanceof RadarApiError && error.isTransient;

const isTooLarge = (error: unknown): boolean =>
	error instanceof RadarApiError && error.failure.kind === 'tooLarge';

/** It affects only some radars, and passes by itself. */
export const OWN_URL_UNKNOWN = wrong(
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

export const pollErrorsOf = perNode(() => new PollErrors());
