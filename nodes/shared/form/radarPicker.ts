import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { LIMITS } from '../api/limits';
import type { Radar } from '../api/types';
import { sameHost, sameProfile } from '../values/basics/sameText';
import { createRadarClient } from '../client/radarClient';
import { dayOf, timeIn } from '../values/basics/time';
import { radarName } from '../values/radars/radarInWords';
import { checkRadarIds } from '../values/rules/primitives';
import { withToolDescription } from './fieldOptions';

/** The service has no text search, so the newest radars are searched here. An older one can be chosen by its ID. */
const MAX_RADARS_SEARCHED = 2500;
const PAGE_SIZE = 100;

/** E.g. "active, 2026-11-01". */
function stateOf({ radar_status: status, created_at: created }: Radar): string {
	const time = timeIn(created);
	return time === undefined ? status : `${status}, ${dayOf(time)}`;
}

const entry = (radar: Radar) => ({ name: `${radarName(radar)} (${stateOf(radar)})`, value: radar.radar_id });

/** The editor cuts off a long name, and with it the button to remove the radar, so the state is in the description. */
const option = (radar: Radar): INodePropertyOptions => ({
	name: radarName(radar),
	value: radar.radar_id,
	description: stateOf(radar),
});

/** Whether the text is the domain of the radar, in either spelling, or a URL of its website or its profile. */
function isAt(text: string, { domain, profile_url: profile }: Radar): boolean {
	const host = sameHost(text);
	const isOfDomain = Boolean(domain) && host !== '' && sameHost(domain).includes(host);
	return isOfDomain || (Boolean(profile) && sameProfile(profile) === sameProfile(text));
}

/** Lists radars to choose one: all in pages, newest first, or with a filter, those of the newest whose name or ID contains it. */
export async function searchRadars(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createRadarClient(this);
	const wanted = filter?.trim().toLowerCase();
	if (!wanted) {
		const query = { limit: PAGE_SIZE, ...(paginationToken ? { cursor: paginationToken } : {}) };
		const page = await client.call('listRadars', { query });
		return {
			results: page.data.map(entry),
			...(page.has_more && page.next_cursor ? { paginationToken: page.next_cursor } : {}),
		};
	}
	const results: INodeListSearchResult['results'] = [];
	for await (const radar of client.allRadars({}, MAX_RADARS_SEARCHED)) {
		const found = entry(radar);
		const isNamed = `${found.name} ${found.value}`.toLowerCase().includes(wanted);
		if (isNamed || isAt(wanted, radar)) results.push(found);
	}
	return { results };
}

/** Lists the newest radars for `radarsField`, and older ones that are already chosen. The editor searches the list itself. */
export async function getRadars(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await createRadarClient(this);
	const options = new Map<string, INodePropertyOptions>();
	const add = async (radars: AsyncIterable<Radar>) => {
		for await (const radar of radars) options.set(radar.radar_id, option(radar));
	};
	await add(client.allRadars({}, MAX_RADARS_SEARCHED));
	const chosen = checkRadarIds(this.getCurrentNodeParameter('&radarIds'));
	// The editor marks a chosen radar as wrong if it isn't in the list.
	const older = chosen.ok ? chosen.value.filter((id) => !options.has(id)) : [];
	if (older.length > 0)
		await add(client.allRadars({ radar_id: older.slice(0, LIMITS.listRadarIds).join(',') }));
	return [...options.values()];
}

export const RADARS_LABEL = 'Radar Names or IDs';

/** A field to choose several radars. Its node needs `getRadars` in its `loadOptions`. */
export const radarsField = (description: string): INodeProperties => ({
	displayName: RADARS_LABEL,
	name: 'radarIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getRadars' },
	default: [],
	description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
});

export const ONE_RADAR_PER_CALL =
	'The radar_id of one radar to deactivate. Call the tool once for each radar.';

/** A field to choose one radar. Its node needs `searchRadars` in its `listSearch`. */
export const radarLocator = (
	radar: string,
	mode: 'list' | 'id' = 'list',
	hint?: string,
): INodeProperties => ({
	displayName: 'Radar',
	name: 'radarId',
	type: 'resourceLocator',
	required: true,
	default: { mode, value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchRadars', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 6f1c9c52-4e0b-4d39-9a5e-…',
		},
	],
	description: mode === 'list' ? `${radar}. Choose one of your newest radars, or enter an ID.` : radar,
	hint,
});

/** The picker of several radars. An AI model enters their IDs instead. */
export const radarIdsFields = (description: string): INodeProperties[] =>
	withToolDescription(radarsField(description), `${description}: their IDs (radar_id), separated by commas`);
