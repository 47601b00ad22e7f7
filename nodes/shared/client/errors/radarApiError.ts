import type { FieldError } from '../../api/types';
import type { Candidates, ApiFailure, FailureKind, Outcome } from './apiFailure';
import { explain } from './messages';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Why a call of the service has no result. Nothing of the request, and so no API key, is in it. */
export class RadarApiError extends Error {
	/** Why it happened, with field and reason, and what to do: whole sentences. */
	readonly description: string;

	constructor(readonly failure: ApiFailure) {
		const { message, description } = explain(failure);
		super(message);
		this.name = 'RadarApiError';
		this.description = description;
	}

	get kind(): FailureKind {
		return this.failure.kind;
	}

	get outcome(): Outcome {
		return this.failure.outcome;
	}

	/** The HTTP status, where there was a response. */
	get status(): number | undefined {
		return this.failure.status;
	}

	/** The envelope's `errors`. */
	get errors(): FieldError[] {
		return this.failure.errors;
	}

	get errorId(): string | undefined {
		return this.failure.errorId;
	}

	/** The radar that a 409 names. */
	get conflictingRadarId(): string | undefined {
		return this.failure.conflictingRadarId;
	}

	get retryAfterSeconds(): number | undefined {
		return this.failure.retryAfterSeconds;
	}

	/** Radars that may be the result, where the outcome is unknown. */
	get candidates(): Candidates[] {
		return this.failure.candidates ?? [];
	}

	/** The facts as an item can carry them. */
	get details(): { [name: string]: Json } {
		const { kind, outcome, status, errors, errorId, conflictingRadarId, retryAfterSeconds, attempts } =
			this.failure;
		return {
			kind,
			outcome,
			...(status === undefined ? {} : { status }),
			errors: errors.map((error) => ({ ...error })),
			...(errorId === undefined ? {} : { error_id: errorId }),
			...(conflictingRadarId === undefined ? {} : { conflicting_radar_id: conflictingRadarId }),
			...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
			...(this.candidates.length === 0
				? {}
				: { candidates: this.candidates.flatMap(({ radarIds }) => radarIds) }),
			attempts,
		};
	}
}
