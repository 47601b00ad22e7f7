import { TYPES_WITH_HIDDEN_FIELDS } from '../../shared/api/assumptions';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { counted } from '../../shared/basics/listed';
import { inSlices } from '../../shared/concurrency/timeSlice';
import { usd } from '../../shared/basics/usd';
import { definitionKey, targetKeys } from '../../shared/radars/sameRadar';
import { notForModels } from '../../shared/parameters/parameterReader';
import { toFailure } from '../runner/itemErrors';
import type { ItemResult } from '../runner/itemResult';
import type { RunContext } from '../runner/runContext';
import type { Entry } from './split';
import { endOf, onOrAfter, radarRow } from './radarRow';

export const dryRunField = notForModels({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the items and count the radars they would create. Creates and charges nothing.',
	builderHint: {
		propertyHint: 'Set to true unless the user asked to create radars, which charges the account.',
	},
});

/** The radars of the account that run, by what they watch: also deactivated ones whose paid month has not ended. The API does not show their filters. */
async function existingTargets(
	radars: Entry[],
	{ client, summary }: RunContext,
): Promise<Map<string, Radar>> {
	const existing = new Map<string, Radar>();
	const types = new Set(radars.map(({ definition }) => definition.radar_type));
	try {
		for (const type of types) {
			for await (const radar of client.allRadars({ radar_type: type })) {
				const isActive = radar.radar_status === 'active';
				if (!isActive && endOf(radar, client.now) === undefined) continue;
				for (const key of targetKeys(radar)) if (isActive || !existing.has(key)) existing.set(key, radar);
			}
		}
	} catch (error) {
		summary.note(`Couldn't load existing radars to check for duplicates: ${toFailure(error).error}.`);
	}
	return existing;
}

/** Where the definition stands in the input. */
type Place = { repeats_item: number; repeats_index?: number };

/** What stands under the first key that is known. */
const findIn = <Value>(known: Map<string, Value>, keys: string[]): Value | undefined =>
	known.get(keys.find((key) => known.has(key)) ?? '');

type Expected = 'new' | 'existing' | 'uncertain' | 'repeated';

/** What a create comes to, as a column. */
const RESULTS: Record<Expected, string> = {
	new: 'Would be created',
	existing: 'Already exists',
	uncertain: 'May already exist',
	repeated: 'Repeats an earlier radar',
};

interface Matches {
	same?: Place;
	similar?: Place;
	existingId?: string;
}

function expectedResult(definition: RadarDefinition, { same, similar, existingId }: Matches): Expected {
	if (same) return 'repeated';
	if (existingId === undefined && !similar) return 'new';
	return existingId !== undefined && !TYPES_WITH_HIDDEN_FIELDS.includes(definition.radar_type)
		? 'existing'
		: 'uncertain';
}

const countsText = ({ new: created, existing, uncertain, repeated }: Record<Expected, number>): string =>
	[
		counted(created, 'new radar', 'new radars'),
		existing > 0 && counted(existing, 'that already exists', 'that already exist'),
		uncertain > 0 && `${uncertain} that may already exist`,
		repeated > 0 && `${repeated} repeated in the input`,
	]
		.filter(Boolean)
		.join(', ');

const costText = (radars: number): string =>
	radars === 0
		? 'This would cost nothing.'
		: `This would charge your account for up to ${counted(radars, 'radar', 'radars')}; the price depends on your plan and isn't available through the API.`;

/** Says what a run would create, and what may exist already. Reads the balance and the list of radars, writes nothing. */
export async function dryRun(radars: Entry[], context: RunContext): Promise<ItemResult[]> {
	const { client, summary } = context;
	const { balance_remaining_usd: balance } = (await client.call('getAccount', {})).data;
	summary.balanceSeen(balance);
	const existing = await existingTargets(radars, context);
	// Earlier definitions of the input, by the whole definition and by what it watches.
	const definitions = new Map<string, Place>();
	const targets = new Map<string, Place>();
	let place = { item: -1, index: 0 };
	const counts: Record<Expected, number> = { new: 0, existing: 0, uncertain: 0, repeated: 0 };
	const results: ItemResult[] = [];
	const ends: string[] = [];
	for await (const [index, { item, definition }] of inSlices(radars.entries())) {
		place = { item, index: item === place.item ? place.index + 1 : 0 };
		const isInList = place.index > 0 || radars[index + 1]?.item === item;
		const at: Place = { repeats_item: item, ...(isInList ? { repeats_index: place.index } : {}) };
		const wholeKey = definitionKey(definition);
		const keys = targetKeys(definition);
		const same = definitions.get(wholeKey);
		const similar = findIn(targets, keys);
		const found = findIn(existing, keys);
		const existingId = found?.radar_id;
		const end = found && endOf(found, client.now);
		if (end !== undefined) ends.push(end);
		definitions.set(wholeKey, same ?? at);
		keys.filter((key) => !targets.has(key)).forEach((key) => targets.set(key, at));
		const expected = expectedResult(definition, { same, similar, existingId });
		counts[expected]++;
		const result = { dry_run: true, result: RESULTS[expected], ...(same ?? similar) };
		const ids = existingId === undefined ? {} : { existing_radar_id: existingId };
		results.push({ items: [item], json: [radarRow(definition, result, ids)] });
	}
	summary.result(
		`Dry run: ${countsText(counts)}. ${costText(counts.new + counts.uncertain)} Your balance is ${usd(balance)}. Nothing was created or charged.`,
	);
	if (counts.uncertain > 0) {
		summary.note(
			`${counted(counts.uncertain, 'radar may be a duplicate', 'radars may be duplicates')}: another radar monitors the same target, and its filters aren't visible.`,
		);
	}
	if (ends.length > 0) {
		summary.note(
			`${counted(ends.length, 'existing radar was', 'existing radars were')} deactivated and still ${ends.length === 1 ? 'runs' : 'run'}. Unless your account allows duplicates, new ones can be created ${onOrAfter(ends)}.`,
		);
	}
	if (counts.repeated + counts.existing > 0) {
		summary.note('If your account allows duplicates, each one is created and charged.');
	}
	return results;
}
