import { DateTime } from 'luxon';
import { millisecondsOf } from './timestamp';

const SKEW_MS = 5_000;
const YEARS = 5;

/** Why a well-formed `updates_since` is out of its range at `now` (milliseconds), or null (docs/contributing/api.md, updates_since). */
export function updatesSinceProblem(value: string, now: number): string | null {
	const since = millisecondsOf(value);
	if (since > now + SKEW_MS) return 'must not be in the future';
	const oldest = DateTime.fromMillis(now, { zone: 'utc' }).minus({ years: YEARS }).toMillis();
	return since < oldest ? `must be at most ${YEARS} calendar years old` : null;
}
