export type { BulkDeactivation } from './bulkDeactivation';
export type { ApiFailure, Candidates } from './errors/apiFailure';
export { errorOfBulkItem, RadarApiError, toNodeApiError } from './errors/radarApiError';
export { findEventRecords } from './eventRecords';
export { toMicros, toUsd, type Reservation } from './funds';
export { createRadarClient, type RadarClient, type RadarClientOptions } from './radarClient';
export { MAX_IN_FLIGHT } from './rateLimit/rateLimiter';
export { alwaysVisibleDifferences } from './safeCreate/matchesDefinition';
export { testCredential } from './testCredential';
