import { LIMITS } from '../api/limits';
import type { Radar, RadarPage, RadarQuery } from '../api/types';
import type { Connection } from './connection';
import { paginate, type Page } from './pagination';
import { BULK_DEACTIVATE_FIELD } from '../api/assumptions';
import { errorOfEntry, RadarApiError } from './errors/radarApiError';
import { isObject, type JsonBody } from '../json';

/** One page, newest first. @throws RadarApiError */
export const listRadars = async (connection: Connection, query: RadarQuery): Promise<RadarPage> =>
	await connection.request({ endpoint: 'listRadars', path: '/v1/radars', query });

const pageSize = (limit: number): number => Math.min(limit, LIMITS.listLimit);

/** Radar by radar, page after page, in pages as large as the service allows. @throws RadarApiError */
export const allRadars = (
	connection: Connection,
	query: Omit<RadarQuery, 'cursor'>,
	limit: number,
): AsyncGenerator<Radar> =>
	paginate(
		async (cursor): Promise<Page<Radar>> => {
			const {
				data,
				has_more: hasMore,
				next_cursor: next,
			} = await listRadars(connection, { limit: pageSize(limit), ...query, cursor });
			return { items: data, hasMore, cursor: next ?? null };
		},
		{
			endpoint: 'listRadars',
			limit,
			longestWaitSeconds: connection.options.longestWaitSeconds,
			idOf: ({ radar_id: id }) => id,
		},
	);

const radarPath = (radarId: string): string => `/v1/radars/${encodeURIComponent(radarId)}`;

/** @throws RadarApiError */
export const getRadar = async (connection: Connection, radarId: string): Promise<Radar> =>
	(await connection.request({ endpoint: 'getRadar', path: radarPath(radarId) })).data;

/** The result of one radar in a bulk deactivation. */
export type BulkDeactivation = { radarId: string; radar: Radar } | { radarId: string; error: RadarApiError };

/** @throws RadarApiError */
export const deactivateRadar = async (connection: Connection, radarId: string): Promise<Radar> =>
	(await connection.request({ endpoint: 'deactivateRadar', path: radarPath(radarId) })).data;

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.some(isObject);

/** The first list of objects in the response, at its top or in `data`: the API leaves its name open. */
const listIn = (body: JsonBody): unknown[] =>
	[body, body.data].filter(isObject).flatMap(Object.values).find(isList) ??
	(isList(body.data) ? body.data : []);

const radarIn = (result: JsonBody): Radar | undefined => {
	const radar = isObject(result.data) ? result.data : result;
	return typeof radar.radar_id === 'string' && radar.radar_status !== undefined
		? (radar as Radar)
		: undefined;
};

const idIn = (result: JsonBody): unknown =>
	result.radar_id ?? (isObject(result.data) ? result.data.radar_id : undefined);

/** The result of each id, in the order of the ids. Found by its `radar_id`, else by its place. */
function deactivationsOf(body: JsonBody, radarIds: string[]): BulkDeactivation[] {
	const results = listIn(body).map((result) => (isObject(result) ? result : undefined));
	const byId = new Map(results.map((result) => [result && idIn(result), result]));
	return radarIds.map((radarId, index) => {
		const placed = results[index];
		const result = byId.get(radarId) ?? (placed && idIn(placed) === undefined ? placed : undefined);
		const radar = result && result.status !== 'error' ? radarIn(result) : undefined;
		return radar ? { radarId, radar } : { radarId, error: errorOfEntry('deactivateRadar', result) };
	});
}

const oneByOne = async (connection: Connection, radarIds: string[]): Promise<BulkDeactivation[]> =>
	await Promise.all(
		radarIds.map(async (radarId): Promise<BulkDeactivation> => {
			const { result } = await connection.tryRequest({
				endpoint: 'deactivateRadar',
				path: radarPath(radarId),
			});
			return result.ok
				? { radarId, radar: result.body.data }
				: { radarId, error: new RadarApiError(result.failure) };
		}),
	);

/**
 * One result for each id, in their order. The API leaves the name of the body's field open: where the
 * service refuses the body, the radars are deactivated one by one. @throws RadarApiError
 */
export async function deactivateBulk(
	connection: Connection,
	radarIds: string[],
): Promise<BulkDeactivation[]> {
	const { result } = await connection.tryRequest({
		endpoint: 'deactivateBulk',
		path: '/v1/radars/bulk',
		body: { [BULK_DEACTIVATE_FIELD]: radarIds },
	});
	if (result.ok) return deactivationsOf(result.body, radarIds);
	if (result.failure.status === 400 && result.failure.errors.length > 0)
		return await oneByOne(connection, radarIds);
	throw new RadarApiError(result.failure);
}
