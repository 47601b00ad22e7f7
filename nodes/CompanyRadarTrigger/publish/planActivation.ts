import type { Radar, RadarDefinition } from '../../shared/api/types';
import { differences, hasFingerprint, targetKeys } from '../../shared/radars/sameRadar';

/** Which of the radars that the node is to have exist already. */
export interface ActivationPlan {
	/** Active radars of the node, by the definition they fulfil. */
	adopted: Map<RadarDefinition, Radar>;
	/** Active radars of the node that watch the same as a definition, and differ from it. */
	edited: Array<{ definition: RadarDefinition; radar: Radar; differs: string[] }>;
	missing: RadarDefinition[];
	/** Active radars with another URL, by the missing definition that they are equal to. */
	elsewhere: Map<RadarDefinition, Radar>;
}

type Fits = (definition: RadarDefinition, radar: Radar) => boolean;

const watchesSame: Fits = (definition, radar) => {
	const keys = targetKeys(radar);
	return targetKeys(definition).some((key) => keys.includes(key));
};

const isEqual: Fits = (definition, radar) =>
	watchesSame(definition, radar) && differences(definition, radar).length === 0;

/**
 * Gives each definition a radar of its own, where there is one.
 * @param createdFor the ID of the radar that was created here for a definition
 */
export function planActivation(
	definitions: RadarDefinition[],
	ownRadars: Radar[],
	otherRadars: Radar[],
	createdFor: (definition: RadarDefinition) => string | undefined,
): ActivationPlan {
	const unassigned = new Set(ownRadars.filter(({ radar_status: status }) => status === 'active'));
	/** Returns the definitions that no radar fits. */
	const assign = (wanted: RadarDefinition[], fits: Fits, note: (...pair: Parameters<Fits>) => unknown) =>
		wanted.filter((definition) => {
			const fitting = [...unassigned].filter((radar) => fits(definition, radar));
			// A radar without a fingerprint, whose filters are not known, fits more than one definition.
			const radar = fitting.find(hasFingerprint) ?? fitting[0];
			if (!radar) return true;
			unassigned.delete(radar);
			note(definition, radar);
			return false;
		});

	const adopted: ActivationPlan['adopted'] = new Map();
	const edited: ActivationPlan['edited'] = [];
	const isCreatedFor: Fits = (definition, radar) => createdFor(definition) === radar.radar_id;
	const keep: Parameters<typeof assign>[2] = (definition, radar) => adopted.set(definition, radar);
	const others = assign(assign(definitions, isCreatedFor, keep), isEqual, keep);
	const missing = assign(others, watchesSame, (definition, radar) =>
		edited.push({ definition, radar, differs: differences(definition, radar) }),
	);
	const active = otherRadars.filter(({ radar_status: status }) => status === 'active');
	const elsewhere = new Map(
		missing.flatMap((definition) => {
			const radar = active.find((other) => isEqual(definition, other));
			return radar ? [[definition, radar] as const] : [];
		}),
	);
	return { adopted, edited, missing, elsewhere };
}
