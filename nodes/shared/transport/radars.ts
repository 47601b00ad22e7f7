import { LIMITS } from '../interface/limits';
import type { Radar, RadarPage, RadarQuery } from '../interface/types';
import type { Connection } from './connection';
import { itemsOf, type Page } from './pagination';

/** One page, newest first. @throws ServiceError */
export const listRadars = async (connection: Connection, query: RadarQuery): Promise<RadarPage> =>
	(await connection.ask({ call: 'listRadars', path: '/v1/radars', query })) as unknown as RadarPage;

const pageSize = (limit: number): number => Math.min(limit, LIMITS.listLimit);

/** Radar by radar, page after page, in pages as large as the service allows. @throws ServiceError */
export const allRadars = (
	connection: Connection,
	query: Omit<RadarQuery, 'cursor'>,
	limit: number,
): AsyncGenerator<Radar> =>
	itemsOf(
		async (cursor): Promise<Page<Radar>> => {
			const {
				data,
				has_more: hasMore,
				next_cursor: next,
			} = await listRadars(connection, { limit: pageSize(limit), ...query, cursor });
			return { items: data, hasMore, cursor: next ?? null };
		},
		{
			call: 'listRadars',
			limit,
			longestWaitSeconds: connection.options.longestWaitSeconds,
			idOf: ({ radar_id: id }) => id,
		},
	);

export const radarPath = (radarId: string): string => `/v1/radars/${encodeURIComponent(radarId)}`;

/** @throws ServiceError */
export const getRadar = async (connection: Connection, radarId: string): Promise<Radar> =>
	(await connection.ask({ call: 'getRadar', path: radarPath(radarId) })).data as Radar;
