import type { FieldError } from '../../interface/types';
import type { Candidates, Fault, FaultKind, Outcome } from './fault';
import { explain } from './messages';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Why a call of the service has no result. Nothing of the request, and so no API key, is in it. */
export class ServiceError extends Error {
	/** Why it happened, with field and reason, and what to do: whole sentences. */
	readonly description: string;

	constructor(readonly fault: Fault) {
		const { message, description } = explain(fault);
		super(message);
		this.name = 'ServiceError';
		this.description = description;
	}

	get kind(): FaultKind {
		return this.fault.kind;
	}

	get outcome(): Outcome {
		return this.fault.outcome;
	}

	/** The HTTP status, where there was an answer. */
	get status(): number | undefined {
		return this.fault.status;
	}

	/** The envelope's `errors`. */
	get errors(): FieldError[] {
		return this.fault.errors;
	}

	get errorId(): string | undefined {
		return this.fault.errorId;
	}

	/** The radar that a 409 names. */
	get conflictingRadarId(): string | undefined {
		return this.fault.conflictingRadarId;
	}

	get retryAfterSeconds(): number | undefined {
		return this.fault.retryAfterSeconds;
	}

	/** Radars that may be the result, where the outcome is unknown. */
	get candidates(): Candidates[] {
		return this.fault.candidates ?? [];
	}

	/** The facts as an item can carry them. */
	get details(): { [name: string]: Json } {
		const { kind, outcome, status, errors, errorId, conflictingRadarId, retryAfterSeconds, attempts } =
			this.fault;
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
