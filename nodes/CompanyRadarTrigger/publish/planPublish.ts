import type { Radar, RadarDefinition } from '../../shared/api/types';
import {
	RadarIndex,
	differences,
	filterMatch,
	isKnownDifference,
} from '../../shared/values/radars/sameRadar';
import { isActive, type Difference } from '../../shared/values/radars/radarInWords';

export interface RadarOfDefinition {
	definition: RadarDefinition;
	radar: Radar;
}

/** How the radars defined in the node compare with those that exist. */
export interface PublishPlan {
	/** Active radars of the node, by the definition they fulfil. */
	adopted: Map<RadarDefinition, Radar>;
	/** Active radars of the node that monitor the same as a definition, but with other settings. */
	edited: Array<RadarOfDefinition & { differs: Difference[] }>;
	missing: RadarDefinition[];
	/** Active radars with another URL, by the missing definition that they equal. */
	elsewhere: Map<RadarDefinition, Radar>;
}

/** How the radar is known to differ from the definition, but for its URL. */
export const settingsIn = (definition: RadarDefinition, radar: Radar): Difference[] =>
	differences(definition, radar).filter((each) => isKnownDifference(each) && each.field !== 'webhook_url');

const isEqual = (definition: RadarDefinition, radar: Radar): boolean =>
	settingsIn(definition, radar).length === 0;

/** Whether a radar that was created for the definition is equal in what `lastingKey` leaves out. */
const isUnedited = (definition: RadarDefinition, radar: Radar): boolean =>
	!settingsIn(definition, radar).some(({ field }) => /^(?:custom_fields|updates_since)/.test(field));

/** Gives definitions radars that aren't taken, each at most once. `rest`: the definitions without one. */
function assign(
	taken: Set<Radar>,
	wanted: RadarDefinition[],
	fittingOf: (definition: RadarDefinition) => Radar[],
) {
	const pairs = new Map<RadarDefinition, Radar>();
	for (const definition of wanted) {
		const fitting = fittingOf(definition).filter((radar) => !taken.has(radar));
		// A radar whose filters are unknown may fit other definitions, too.
		const radar = fitting.find((each) => filterMatch(definition, each) === 'same') ?? fitting[0];
		if (!radar) continue;
		taken.add(radar);
		pairs.set(definition, radar);
	}
	return { pairs, rest: wanted.filter((definition) => !pairs.has(definition)) };
}

/**
 * Assigns each definition a radar of its own, if there is one.
 * @param createdFor returns the ID of the radar that this process created for a definition, by `lastingKey`
 */
export async function planPublish(
	definitions: RadarDefinition[],
	ownRadars: Radar[],
	otherRadars: Radar[],
	createdFor: (definition: RadarDefinition) => string | undefined,
): Promise<PublishPlan> {
	const own = ownRadars.filter(isActive);
	const ownTargets = await RadarIndex.of(own);
	const otherTargets = await RadarIndex.of(otherRadars.filter(isActive));
	const taken = new Set<Radar>();
	const created = assign(taken, definitions, (definition) => {
		const id = createdFor(definition);
		return own.filter((radar) => radar.radar_id === id && isUnedited(definition, radar));
	});
	const equal = assign(taken, created.rest, (definition) =>
		ownTargets.ofTarget(definition).filter((radar) => isEqual(definition, radar)),
	);
	const similar = assign(taken, equal.rest, (definition) => ownTargets.ofTarget(definition));
	const elsewhere = new Map<RadarDefinition, Radar>();
	for (const definition of similar.rest) {
		const radar = otherTargets.ofTarget(definition).find((other) => isEqual(definition, other));
		if (radar) elsewhere.set(definition, radar);
	}
	return {
		adopted: new Map([...created.pairs, ...equal.pairs]),
		edited: [...similar.pairs].map(([definition, radar]) => ({
			definition,
			radar,
			differs: settingsIn(definition, radar),
		})),
		missing: similar.rest,
		elsewhere,
	};
}
