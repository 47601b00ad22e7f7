export { checkBaseUrl, isLoopbackHost } from './baseUrl';
export { errorOfBulkItem } from './errors/bulkItem';
export type { BulkDeactivation } from './deactivation';
export type { Candidates, FaultKind, Outcome } from './errors/fault';
export { toNodeApiError, type NodeApiErrorOptions } from './errors/nodeApiError';
export type { ServiceContext } from './send';
export { createService, type RadarService, type ServiceOptions } from './service';
export { ServiceError } from './errors/serviceError';
export { testCredential } from './testCredential';
