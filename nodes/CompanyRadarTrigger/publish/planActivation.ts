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

const isEqual = (definition: RadarDefinition, radar: Radar): boolean =>
	differences(definition, radar).length === 0;

const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

/** Returns a function that finds the active radars of a definition's target. */
function activeByTarget(radars: Radar[]): (definition: RadarDefinition) => Radar[] {
	const byKey = new Map<string, Radar[]>();
	for (const radar of radars.filter(isActive)) {
		for (const key of targetKeys(radar)) {
			const same = byKey.get(key);
			if (same) same.push(radar);
			else byKey.set(key, [radar]);
		}
	}
	return (definition) => sameTargetKeys(definition).flatMap((key) => byKey.get(key) ?? []);
}

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
	const assigned = new Set<Radar>();
	const [ownOf, othersOf] = [activeByTarget(ownRadars), activeByTarget(otherRadars)];
	/** `rest`: the definitions without a radar. */
	const assign = (wanted: RadarDefinition[], fittingOf: (definition: RadarDefinition) => Radar[]) => {
		const pairs = new Map<RadarDefinition, Radar>();
		for (const definition of wanted) {
			const fitting = fittingOf(definition).filter((radar) => !assigned.has(radar));
			// Without a fingerprint, a radar's filters are unknown, so it may fit other definitions too.
			const radar = fitting.find(hasFingerprint) ?? fitting[0];
			if (!radar) continue;
			assigned.add(radar);
			pairs.set(definition, radar);
		}
		return { pairs, rest: wanted.filter((definition) => !pairs.has(definition)) };
	};

	const created = assign(definitions, (definition) => {
		const id = createdFor(definition);
		return ownRadars.filter((radar) => radar.radar_id === id && isActive(radar));
	});
	const equal = assign(created.rest, (definition) =>
		ownOf(definition).filter((radar) => isEqual(definition, radar)),
	);
	const similar = assign(equal.rest, ownOf);
	const missing = similar.rest;
	const elsewhere = new Map(
		missing.flatMap((definition) => {
			const radar = othersOf(definition).find((other) => isEqual(definition, other));
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
