import { UPDATES_ARRAY_NAMES } from '../../api/assumptions';
import type { EndpointName } from '../endpoints';
import { isListOfObjects, isObject, type JsonBody } from './json';

const hasRadar = ({ data }: JsonBody): boolean => isObject(data) && typeof data.radar_id === 'string';

/** The array of updates, whatever its name. */
export const updatesIn = (body: JsonBody): JsonBody[] | undefined =>
	UPDATES_ARRAY_NAMES.map((name) => body[name]).find(isListOfObjects);

/** The least that a success of each call must hold for the rest of the package to work with it. */
export const HAS_EXPECTED_SHAPE: Record<EndpointName, (body: JsonBody) => boolean> = {
	getAccount: ({ data }) => isObject(data) && typeof data.balance_remaining_usd === 'number',
	getRadar: hasRadar,
	createRadar: hasRadar,
	deactivateRadar: hasRadar,
	listRadars: ({ data }) => isListOfObjects(data),
	createBulk: ({ bulk_id }) => typeof bulk_id === 'string',
	deactivateBulk: () => true,
	getBulk: ({ status, radars }) => typeof status === 'string' && Array.isArray(radars),
	listUpdates: (body) => updatesIn(body) !== undefined,
	sendTestEvent: ({ payload }) => isObject(payload),
	getWebhookSchema: ({ status }) => status !== 'error',
	reveal: ({ data, usage }) =>
		isObject(data) &&
		isListOfObjects(data.companies) &&
		isObject(usage) &&
		typeof usage.total_usd === 'number',
};
