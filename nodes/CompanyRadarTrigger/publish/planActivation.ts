import type { Difference } from '../../shared/api/names';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { differences, hasFingerprint, sameTargetKeys, targetKeys } from '../../shared/radars/sameRadar';

/** How the radars defined in the node compare with those that exist. */
export interface ActivationPlan {
	/** Active radars of the node, by the definition they fulfil. */
	adopted: Map<RadarDefinition, Radar>;
	/** Active radars of the node that monitor the same as a definition, but with other settings. */
	edited: Array<{ definition: RadarDefinition; radar: Radar; differs: Difference[] }>;
	missing: RadarDefinition[];
	/** Active radars with another URL, by the missing definition that they equal. */
	elsewhere: Map<RadarDefinition, Radar>;
}

type Fits = (definition: RadarDefinition, radar: Radar) => boolean;

const watchesSame: Fits = (definition, radar) => {
	const keys = targetKeys(radar);
	return sameTargetKeys(definition).some((key) => keys.includes(key));
};

const isEqual: Fits = (definition, radar) =>
	watchesSame(definition, radar) && differences(definition, radar).length === 0;

/**
 * Assigns each definition a radar of its own, if there is one.
 * @param createdFor returns the ID of the radar that this process created for a definition
 */
export function planActivation(
	definitions: RadarDefinition[],
	ownRadars: Radar[],
	otherRadars: Radar[],
	createdFor: (definition: RadarDefinition) => string | undefined,
): ActivationPlan {
	const unassigned = new Set(ownRadars.filter(({ radar_status: status }) => status === 'active'));
	/** `rest`: the definitions without a radar. */
	const assign = (wanted: RadarDefinition[], fits: Fits) => {
		const pairs = new Map<RadarDefinition, Radar>();
		for (const definition of wanted) {
			const fitting = [...unassigned].filter((radar) => fits(definition, radar));
			// Without a fingerprint, a radar's filters are unknown, so it may fit other definitions too.
			const radar = fitting.find(hasFingerprint) ?? fitting[0];
			if (!radar) continue;
			unassigned.delete(radar);
			pairs.set(definition, radar);
		}
		return { pairs, rest: wanted.filter((definition) => !pairs.has(definition)) };
	};

	const created = assign(definitions, (definition, radar) => createdFor(definition) === radar.radar_id);
	const equal = assign(created.rest, isEqual);
	const similar = assign(equal.rest, watchesSame);
	const missing = similar.rest;
	const active = otherRadars.filter(({ radar_status: status }) => status === 'active');
	const elsewhere = new Map(
		missing.flatMap((definition) => {
			const radar = active.find((other) => isEqual(definition, other));
			return radar ? [[definition, radar] as const] : [];
		}),
	);
	return {
		adopted: new Map([...created.pairs, ...equal.pairs]),
		edited: [...similar.pairs].map(([definition, radar]) => ({
			definition,
			radar,
			differs: differences(definition, radar),
		})),
		missing,
		elsewhere,
	};
}
