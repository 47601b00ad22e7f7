export type { BulkDeactivation } from './bulkDeactivation';
export {
	isErrorEntry,
	isSuccess,
	type ApiFailure,
	type Candidates,
	type FoundRadar,
	type LostCreate,
} from './errors/apiFailure';
export type { BulkOutcome, LostFailure } from './safeCreate/safeCreator';
export { isChargedAtOnce, tagOf } from './safeCreate/nextStep';
export { errorOfBulkItem, RadarApiError } from './errors/radarApiError';
export { toMicros, toUsd, type Reservation } from './http/account';
export { createRadarClient, type RadarClient, type RadarClientOptions } from './radarClient';
export { incompleteList, nextCursor, type Page } from './http/pagination';
export { MAX_IN_FLIGHT } from './rateLimit/rateLimiter';
export { CREDENTIAL } from './http/send';
