import type { Radar } from '../interface/types';
import type { CallName } from './calls';
import { readEnvelope } from './envelope';
import { fault } from './fault';
import { isListOfObjects, isObject, type Body } from './json';
import { ServiceError } from './serviceError';

/** What became of one radar of a bulk deactivation. */
export type BulkDeactivation = { radarId: string; radar: Radar } | { radarId: string; error: ServiceError };

const errorOf = (call: CallName, item: unknown): ServiceError => {
	const status = isObject(item) && typeof item.code === 'number' ? item.code : 0;
	return new ServiceError(readEnvelope(call, status, item) ?? fault(call, 'notThisService', 'unknown'));
};

/** The failure of one item of a bulk create: it has the same form as the error of a single one (interface section 6.5). */
export const errorOfBulkItem = (item: object): ServiceError => errorOf('createRadar', item);

const isList = (value: unknown): value is Body[] => isListOfObjects(value) && value.length > 0;

/** The first list of objects in the answer, at its top or in `data`: the interface does not show its name (section 4.3). */
const listIn = (body: Body): Body[] =>
	[body, body.data].filter(isObject).flatMap(Object.values).find(isList) ??
	(isList(body.data) ? body.data : []);

const radarIn = (result: Body): Radar | undefined => {
	const radar = isObject(result.data) ? result.data : result;
	return typeof radar.radar_id === 'string' && radar.radar_status !== undefined
		? (radar as Radar)
		: undefined;
};

const idIn = (result: Body): unknown =>
	result.radar_id ?? (isObject(result.data) ? result.data.radar_id : undefined);

/** The result of each id, in the order of the ids. Found by its `radar_id`, else by its place. */
export function deactivationsOf(body: Body, radarIds: string[]): BulkDeactivation[] {
	const results = listIn(body);
	const byId = new Map(results.map((result) => [idIn(result), result]));
	return radarIds.map((radarId, index) => {
		const placed = results[index];
		const result = byId.get(radarId) ?? (placed && idIn(placed) === undefined ? placed : undefined);
		const radar = result && result.status !== 'error' ? radarIn(result) : undefined;
		return radar ? { radarId, radar } : { radarId, error: errorOf('deactivateRadar', result) };
	});
}
