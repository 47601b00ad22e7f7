import { DAY_MS } from '../../../shared/basics/durations';
import { monthStart } from '../../../shared/money/month';

/** Before, a few charges on the first days would say little of the month. */
const FIRST_DAY_OF_FORECAST = 3;

const CENTS = 100;
const toCents = (usd: number): number => Math.round(usd * CENTS) / CENTS;

/** What a month costs a day, and what it will have cost at its end. */
export interface Forecast {
	/** USD. Null where the month has not begun. */
	per_day_usd: number | null;
	/** USD: an estimate, of the current month from its third day on. */
	forecast_usd: number | null;
}

/**
 * @param month `YYYY-MM` (UTC)
 * @param now milliseconds since the epoch
 */
export function forecast(month: string, usedUsd: number, now: number): Forecast {
	const start = monthStart(month);
	const days = start.daysInMonth ?? 0;
	const passed = (now - start.toMillis()) / DAY_MS;
	if (passed < 0) return { per_day_usd: null, forecast_usd: null };
	// A day that has just begun counts as one.
	const perDay = usedUsd / Math.max(1, Math.min(passed, days));
	const isEstimated = passed >= FIRST_DAY_OF_FORECAST - 1 && passed < days;
	return { per_day_usd: toCents(perDay), forecast_usd: isEstimated ? toCents(perDay * days) : null };
}
