import { ServiceError } from '../shared/transport';
import type { Failure } from './failure';
import type { FailedOutcome } from './operation';

/** After one of these, every further call would fail alike (docs/api.md, Errors). */
const HOPELESS_STATUS = new Set([401, 402, 403]);

export const isHopeless = (error: unknown): boolean =>
	error instanceof ServiceError && HOPELESS_STATUS.has(error.status ?? 0);

/** A call that was waiting for its turn when the run was held. */
export const isNotStarted = (error: unknown): boolean =>
	error instanceof ServiceError && error.kind === 'cancelled';

export const failedAlike = (items: number[], failure: Failure): FailedOutcome[] =>
	items.map((item) => ({ items: [item], failure }));
