import type { FieldError } from '../../api/types';
import type { RateLimitUpdate } from '../rateLimit/budget';
import { nonEmptyText } from './json';

/** By lower-case name. */
export type Headers = Record<string, unknown>;

const DIGITS = /^\d+(?:\.\d+)?$/;

const numberIn = (header: unknown): number | undefined => {
	const text = nonEmptyText(header)?.trim();
	return text !== undefined && DIGITS.test(text) ? Number(text) : undefined;
};

const secondsUntil = (date: string | undefined): number | undefined => {
	const seconds = (Date.parse(date ?? '') - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** The budgets refill within a minute (docs/api.md, Rate limits): after a longer wait, the service is asked again. */
const MAX_RETRY_AFTER_SECONDS = 300;

/** A longer time to a full budget is no number of seconds, but an epoch or a mistake. */
const MAX_RESET_SECONDS = 3600;

/** `Retry-After` in seconds; the header holds seconds or a date. */
export function retryAfterIn(headers: Headers): number | undefined {
	const seconds = numberIn(headers['retry-after']) ?? secondsUntil(nonEmptyText(headers['retry-after']));
	return seconds === undefined ? undefined : Math.min(seconds, MAX_RETRY_AFTER_SECONDS);
}

const within = (least: number, number: number | undefined, most: number): number | undefined =>
	number !== undefined && number >= least && number <= most ? number : undefined;

/** Whether a 429 is for the limit per second (docs/api.md, Rate limits). */
export const isBurst = (errors: FieldError[]): boolean =>
	errors.some(({ field, reason }) => field === 'rate_limit' && reason === 'burst');

/** The X-RateLimit headers. Values that would block a key for good are left out. */
export const rateLimitIn = (headers: Headers): RateLimitUpdate => ({
	limit: within(1, numberIn(headers['x-ratelimit-limit']), Number.MAX_SAFE_INTEGER),
	remaining: numberIn(headers['x-ratelimit-remaining']),
	reset: within(0, numberIn(headers['x-ratelimit-reset']), MAX_RESET_SECONDS),
});
