import { DAY_MS } from '../../../shared/basics/durations';
import { monthStart } from '../../../shared/money/month';

/** Before this day, a few charges would say little about the whole month. */
const FIRST_DAY_OF_FORECAST = 3;

const CENTS = 100;
const toCents = (usd: number): number => Math.round(usd * CENTS) / CENTS;

/** The cost of a month per day, and an estimate for the whole month. */
export interface Forecast {
	/** USD. Null if the month hasn't begun. */
	per_day_usd: number | null;
	/** USD. An estimate for the current month, from its third day on. */
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
	// The first day counts as a whole one.
	const perDay = usedUsd / Math.max(1, Math.min(passed, days));
	const isEstimated = passed >= FIRST_DAY_OF_FORECAST - 1 && passed < days;
	return { per_day_usd: toCents(perDay), forecast_usd: isEstimated ? toCents(perDay * days) : null };
}
