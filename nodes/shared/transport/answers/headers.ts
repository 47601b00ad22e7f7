import type { FieldError } from '../../interface/types';
import type { RateLimitUpdate } from '../pacing/budget';
import { textOf } from './json';

/** By lower-case name. */
export type Headers = Record<string, unknown>;

const DIGITS = /^\d+(?:\.\d+)?$/;

const numberIn = (header: unknown): number | undefined => {
	const text = textOf(header)?.trim();
	return text !== undefined && DIGITS.test(text) ? Number(text) : undefined;
};

const secondsUntil = (date: string | undefined): number | undefined => {
	const seconds = (Date.parse(date ?? '') - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** `Retry-After` in seconds; the header holds seconds or a date. */
export const retryAfterIn = (headers: Headers): number | undefined =>
	numberIn(headers['retry-after']) ?? secondsUntil(textOf(headers['retry-after']));

/** Whether a 429 is for the limit per second (interface section 7, 429 rules). */
export const isBurst = (errors: FieldError[]): boolean =>
	errors.some(({ field, reason }) => field === 'rate_limit' && reason === 'burst');

/** The X-RateLimit headers (interface section 8). */
export const rateLimitIn = (headers: Headers): RateLimitUpdate => ({
	limit: numberIn(headers['x-ratelimit-limit']),
	remaining: numberIn(headers['x-ratelimit-remaining']),
	reset: numberIn(headers['x-ratelimit-reset']),
});
