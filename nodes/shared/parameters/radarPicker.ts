import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { LIMITS } from '../api/limits';
import type { Radar } from '../api/types';
import { createRadarClient } from '../client';
import { radarName } from '../radars/radarName';
import { checkRadarIds } from '../validation/radarFields';

/** The service has no text search: this many of the newest radars are searched here. An older one is given by its ID. */
const MAX_RADARS_SEARCHED = 2500;
const PAGE = 100;

/** E.g. "active, 2026-11-01". */
const stateOf = ({ radar_status, created_at }: Radar): string =>
	`${radar_status}, ${created_at.slice(0, 10)}`;

const entry = (radar: Radar) => ({ name: `${radarName(radar)} (${stateOf(radar)})`, value: radar.radar_id });

/** The editor cuts off a long name, with the button that removes it. */
const option = (radar: Radar): INodePropertyOptions => ({
	name: radarName(radar),
	value: radar.radar_id,
	description: stateOf(radar),
});

/** Picks one radar: pages newest first, or with a filter those of the newest whose name or ID contains it. */
export async function searchRadars(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createRadarClient(this);
	const wanted = filter?.trim().toLowerCase();
	if (!wanted) {
		const query = { limit: PAGE, ...(paginationToken ? { cursor: paginationToken } : {}) };
		const page = await client.call('listRadars', { query });
		return {
			results: page.data.map(entry),
			...(page.has_more && page.next_cursor ? { paginationToken: page.next_cursor } : {}),
		};
	}
	const results: INodeListSearchResult['results'] = [];
	for await (const radar of client.allRadars({}, MAX_RADARS_SEARCHED)) {
		const found = entry(radar);
		if (`${found.name} ${found.value}`.toLowerCase().includes(wanted)) results.push(found);
	}
	return { results };
}

/** Lists radars for `radarsField`, which the editor searches itself: the newest ones, and older ones that are chosen. */
export async function getRadars(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await createRadarClient(this);
	const options = new Map<string, INodePropertyOptions>();
	const add = async (radars: AsyncIterable<Radar>) => {
		for await (const radar of radars) options.set(radar.radar_id, option(radar));
	};
	await add(client.allRadars({ limit: LIMITS.listLimit }, MAX_RADARS_SEARCHED));
	const chosen = checkRadarIds(this.getCurrentNodeParameter('&radarIds'));
	// The editor marks a chosen one that isn't in the list as wrong.
	const older = chosen.ok ? chosen.value.filter((id) => !options.has(id)) : [];
	if (older.length > 0)
		await add(client.allRadars({ radar_id: older.slice(0, LIMITS.listRadarIds).join(',') }));
	return [...options.values()];
}

/** Picks several radars, or takes their IDs from an expression. The node has `getRadars` among its `loadOptions`. */
export const radarsField = (description: string): INodeProperties => ({
	displayName: 'Radar Names or IDs',
	name: 'radarIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getRadars' },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
});
