import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Radar } from '../../shared/api/types';
import { ALL_RADAR_TYPE_OPTIONS } from '../../shared/parameters/fieldOptions';
import { createRadarClient } from '../../shared/client';

/** The service has no text search: so many of the newest radars are searched here, an older one is given by its ID. */
const MAX_RADARS_SEARCHED = 2500;
const PAGE = 100;

/** Of the most usual group only the type, so that the date isn't cut off. */
const TYPE_NAMES = new Map(
	ALL_RADAR_TYPE_OPTIONS.map(({ name, value }) => [String(value), name.replace(/^Company: /, '')]),
);

/** E.g. "acme.com – New Hires (active, 2026-11-01)". */
const title = ({ domain, radar_type, radar_status, created_at, ...radar }: Radar): string => {
	const subject =
		domain ?? radar.full_name ?? radar.keyword ?? radar.email ?? radar.profile_url ?? 'Everything';
	return `${subject} – ${TYPE_NAMES.get(radar_type) ?? radar_type} (${radar_status}, ${created_at.slice(0, 10)})`;
};

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
