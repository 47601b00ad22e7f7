import type { RadarClient } from '../../../nodes/shared/client';
import type { EndpointName } from '../../../nodes/shared/api/endpoints';

export const DEFINITION = { radar_type: 'company_new_hires', domain: 'example.org' };
export const RADAR_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';

type Call = (service: RadarClient) => Promise<unknown>;

/** Each call of the service (docs/contributing/api.md, Endpoints), once. */
export const EVERY_CALL: Record<string, Call> = {
	getAccount: async (service) => await service.call('getAccount', {}),
	createRadar: async (service) => await service.createRadar(DEFINITION),
	getRadar: async (service) => await service.call('getRadar', { id: RADAR_ID }),
	listRadars: async (service) => await service.call('listRadars', { query: {} }),
	deactivateRadar: async (service) => await service.call('deactivateRadar', { id: RADAR_ID }),
	createBulk: async (service) => await service.createBulk({ radars: [DEFINITION] }),
	deactivateBulk: async (service) => await service.deactivateBulk([RADAR_ID]),
	getBulk: async (service) => await service.getBulk(RADAR_ID),
	listUpdates: async (service) => await service.listUpdates(),
	sendTestEvent: async (service) =>
		await service.call('sendTestEvent', { body: { radar_type: 'company_reviews' } }),
	getWebhookSchema: async (service) => await service.call('getWebhookSchema', {}),
	reveal: async (service) => await service.call('reveal', { body: { ip: '9.9.9.9' } }),
} satisfies Record<EndpointName, Call>;
