import { BULK_DEACTIVATE_FIELD } from '../api/assumptions';
import type { Radar } from '../api/types';
import { isObject, listIn, type JsonBody } from '../values/basics/values';
import type { Connection } from './http/connection';
import { isErrorEntry } from './errors/apiFailure';
import { errorOfEntry, RadarApiError } from './errors/radarApiError';

/** The result of one radar in a bulk deactivation. */
export type BulkDeactivation = { radarId: string; radar: Radar } | { radarId: string; error: RadarApiError };

/** What an entry says of its radar, if it's a success. It may have no record, only the code of a success. */
function radarOfEntry(result: JsonBody, radarId: string): Radar | undefined {
	const { status, code, data } = result;
	if (isErrorEntry(result)) return undefined;
	const radar = isObject(data) ? data : result;
	if (radar.radar_status !== undefined) return radar as Radar;
	return status === 'success' || code !== undefined ? ({ radar_id: radarId } as Radar) : undefined;
}

const idIn = (result: JsonBody): unknown =>
	result.radar_id ?? (isObject(result.data) ? result.data.radar_id : undefined);

/** One result per ID, in the order of the IDs: the one with its `radar_id`, or the one at its position if that has no ID. */
function deactivationsOf(body: JsonBody, radarIds: string[]): BulkDeactivation[] {
	const results = (listIn(body, []) ?? []).map((result) => (isObject(result) ? result : undefined));
	const byId = new Map(results.map((result) => [result && idIn(result), result]));
	return radarIds.map((radarId, index) => {
		const placed = results[index];
		const result = byId.get(radarId) ?? (placed && idIn(placed) === undefined ? placed : undefined);
		const radar = result && radarOfEntry(result, radarId);
		return radar ? { radarId, radar } : { radarId, error: errorOfEntry('deactivateRadar', result, radarId) };
	});
}

const oneByOne = async (connection: Connection, radarIds: string[]): Promise<BulkDeactivation[]> =>
	await Promise.all(
		radarIds.map(async (id): Promise<BulkDeactivation> => {
			const result = await connection.tryRequest({ endpoint: 'deactivateRadar', id });
			return result.ok
				? { radarId: id, radar: result.body.data }
				: { radarId: id, error: new RadarApiError({ ...result.failure, id }) };
		}),
	);

/**
 * One result per ID, in the order of the IDs. The name of the body's field is an assumption, so if the service rejects the body,
 * the radars are deactivated one by one.
 * @throws RadarApiError
 */
export async function deactivateBulk(
	connection: Connection,
	radarIds: string[],
): Promise<BulkDeactivation[]> {
	const result = await connection.tryRequest({
		endpoint: 'deactivateBulk',
		body: { [BULK_DEACTIVATE_FIELD]: radarIds },
	});
	if (result.ok) return deactivationsOf(result.body, radarIds);
	if (result.failure.status === 400 && result.failure.errors.length > 0)
		return await oneByOne(connection, radarIds);
	throw new RadarApiError(result.failure);
}
