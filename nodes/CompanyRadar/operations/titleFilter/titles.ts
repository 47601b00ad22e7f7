import { TYPES_WITH_FILTERS } from '../../../shared/api/assumptions';
import { counted } from '../../../shared/basics/listed';
import { readUpdates } from '../../../shared/client';
import { radarName } from '../../../shared/radars/radarName';
import { simplifyUpdate } from '../../../shared/updates/simplifyUpdate';
import type { RunContext } from '../../runner/runContext';

/** A job title, how many times it occurs, and the radar that found it if it's from an update. */
export interface CountedTitle {
	title: string;
	count: number;
	radar?: string;
	radar_id?: string;
}

/** Counts each title, in the order of the input. */
export function countTitles(titles: readonly string[]): CountedTitle[] {
	const counts = new Map<string, number>();
	for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
	return [...counts].map(([title, count]) => ({ title, count }));
}

/** The titles that each radar found in the last days, only for radar types that use title filters. */
export async function readTitles(days: number, { client, summary }: RunContext): Promise<CountedTitle[]> {
	const titles = new Map<string, CountedTitle>();
	let untitled = 0;
	const query = { radar_type: TYPES_WITH_FILTERS.join(',') };
	const { missing } = await readUpdates(client, days, query, (update) => {
		const { update_type, radar_id, radar_type = '', domain, title: found } = simplifyUpdate(update);
		if (update_type !== 'radar_finding') return;
		const title = String(found ?? '');
		if (title === '') {
			untitled++;
			return;
		}
		const key = `${radar_id} ${title}`;
		const known = titles.get(key) ?? { title, count: 0, radar: radarName({ radar_type, domain }), radar_id };
		known.count++;
		titles.set(key, known);
	});
	if (missing !== undefined) summary.note(missing);
	if (untitled > 0) {
		const updates = counted(
			untitled,
			'update has no job title and was',
			'updates have no job title and were',
		);
		summary.note(`${updates} left out.`);
	}
	return [...titles.values()];
}
