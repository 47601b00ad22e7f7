import { ENDPOINTS, type CallInputs, type EndpointName } from '../../../nodes/shared/api/endpoints';
import type { RadarClient } from '../../../nodes/shared/client/radarClient';

const DEFINITION = { radar_type: 'company_new_hires', domain: 'example.org' };
const RADAR_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';

type Call = (service: RadarClient) => Promise<unknown>;

/** The calls that take more than an ID. */
const OTHERS: Partial<Record<EndpointName, Call>> = {
	createRadar: async (service) => await service.createRadar(DEFINITION),
	createBulk: async (service) => await service.createBulk({ radars: [DEFINITION] }),
	deactivateBulk: async (service) => await service.deactivateBulk([RADAR_ID]),
	getBulk: async (service) => await service.call('getBulk', { id: RADAR_ID }),
	listUpdates: async (service) => await service.listUpdates(),
	sendTestEvent: async (service) =>
		await service.call('sendTestEvent', { body: { radar_type: 'company_reviews' } }),
	reveal: async (service) => await service.call('reveal', { body: { ip: '9.9.9.9' } }),
};

const callOf = (endpoint: EndpointName): Call =>
	OTHERS[endpoint] ??
	(async (service) =>
		await service.call(endpoint as keyof CallInputs, { id: RADAR_ID } as CallInputs[keyof CallInputs]));

/** Each call of the service (docs/contributing/api.md, Endpoints), once. */
export const EVERY_CALL: Record<string, Call> = Object.fromEntries(
	Object.keys(ENDPOINTS).map((endpoint) => [endpoint, callOf(endpoint as EndpointName)]),
);
