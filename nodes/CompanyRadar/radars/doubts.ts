import type { Radar } from '../../shared/api/types';
import { failEach, toFailure, toInputFailure, type ItemResult } from '../runner/itemErrors';
import type { RunContext } from '../runner/runContext';
import { ExistingRadars, existingRadar } from './ifRadarExists';
import type { DoubtfulEntry } from './split';

/** The radars that doubtful entries have already. Only reads the list of radars; if it can't be read, none is known. */
async function existingOf(
	doubtful: DoubtfulEntry[],
	{ client, summary }: RunContext,
): Promise<Map<DoubtfulEntry, Radar>> {
	const radars = new ExistingRadars(client);
	const found = new Map<DoubtfulEntry, Radar>();
	try {
		for (const entry of doubtful) {
			const radar = await radars.find(entry.definition);
			if (radar) found.set(entry, radar);
		}
	} catch (error) {
		summary.note(`Couldn't load the existing radars: ${toFailure(error).error}.`);
	}
	return found;
}

/**
 * Takes doubtful radars out of the entries before anything is sent. One that exists already costs nothing, so with `returnExisting`
 * it's returned; the others are refused, with all other radars of their items.
 */
export async function takeDoubtful(
	entries: DoubtfulEntry[],
	returnExisting: boolean,
	context: RunContext,
): Promise<{ toCreate: DoubtfulEntry[]; results: ItemResult[] }> {
	const doubtful = entries.filter(({ doubts }) => doubts.length > 0);
	if (doubtful.length === 0) return { toCreate: entries, results: [] };
	const existing = returnExisting ? await existingOf(doubtful, context) : new Map<DoubtfulEntry, Radar>();
	const problems = new Map<number, DoubtfulEntry['doubts']>();
	for (const entry of doubtful.filter((each) => !existing.has(each))) {
		problems.set(entry.item, [...(problems.get(entry.item) ?? []), ...entry.doubts]);
	}
	const refused = [...problems].flatMap(([item, doubts]) => failEach([item], toInputFailure(doubts)));
	const results: ItemResult[] = context.reject(refused);
	for (const [{ item, definition }, radar] of existing) {
		if (problems.has(item)) continue;
		results.push({ items: [item], json: [existingRadar(radar, definition, context)] });
	}
	const toCreate = entries.filter(({ item, doubts }) => doubts.length === 0 && !problems.has(item));
	return { toCreate, results };
}
