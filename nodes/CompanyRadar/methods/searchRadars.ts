import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Radar } from '../../shared/api/types';
import { createRadarClient } from '../../shared/client';
import { radarName } from '../../shared/radars/radarName';

/** The service has no text search: so many of the newest radars are searched here, an older one is given by its ID. */
const MAX_RADARS_SEARCHED = 2500;
const PAGE = 100;

/** E.g. "acme.com – New Hires (active, 2026-11-01)". */
const title = (radar: Radar): string =>
	`${radarName(radar)} (${radar.radar_status}, ${radar.created_at.slice(0, 10)})`;

const entry = (radar: Radar) => ({ name: title(radar), value: radar.radar_id });

/** The radar picker: pages newest first, or with a filter those of the newest whose name or ID contains it. */
export async function searchRadars(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const service = await createRadarClient(this, { interactive: true });
	const wanted = filter?.trim().toLowerCase();
	if (!wanted) {
		const query = { limit: PAGE, ...(paginationToken ? { cursor: paginationToken } : {}) };
		const page = await service.call('listRadars', { query });
		return {
			results: page.data.map(entry),
			...(page.has_more && page.next_cursor ? { paginationToken: page.next_cursor } : {}),
		};
	}
	const results: INodeListSearchResult['results'] = [];
	for await (const radar of service.allRadars({}, MAX_RADARS_SEARCHED)) {
		const found = entry(radar);
		if (`${found.name} ${found.value}`.toLowerCase().includes(wanted)) results.push(found);
	}
	return { results };
}
