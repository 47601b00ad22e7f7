export { checkBaseUrl, isLoopbackHost } from './baseUrl';
export { errorOfBulkItem } from './bulkItem';
export type { BulkDeactivation } from './deactivation';
export type { Candidates, FaultKind, Outcome } from './fault';
export { toNodeApiError, type NodeApiErrorOptions } from './nodeApiError';
export type { ServiceContext } from './send';
export { createService, type RadarService, type ServiceOptions } from './service';
export { ServiceError } from './serviceError';
export { testCredential } from './testCredential';
