import { LIMITS } from '../api/limits';
import type { Radar, RadarPage, RadarQuery } from '../api/types';
import type { Connection } from './connection';
import { paginate, type Page } from './pagination';

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

export const radarPath = (radarId: string): string => `/v1/radars/${encodeURIComponent(radarId)}`;

/** @throws RadarApiError */
export const getRadar = async (connection: Connection, radarId: string): Promise<Radar> =>
	(await connection.request({ endpoint: 'getRadar', path: radarPath(radarId) })).data;
