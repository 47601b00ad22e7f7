import {
	LIST_FIELD,
	LIST_KEY_FIELD,
	TYPES_WITH_COUNTRIES,
	TYPES_WITH_FILTERS,
} from '../../../../shared/api/assumptions';
import type { Radar, RadarDefinition } from '../../../../shared/api/types';
import {
	differences,
	filterDifferences,
	hasFingerprint,
	targetKeys,
} from '../../../../shared/validation/compareDefinitions';

/** A radar that is to exist. */
export interface Desired {
	/** The input item that asks for it. */
	item: number;
	/** Tells it from the other radars of the list. */
	key: string;
	definition: RadarDefinition;
}

/** What the first try of a run decided. A retry does the same, whatever the first try has done of it. */
export interface Decision {
	/** Keys of the radars to create. */
	create: string[];
	/** IDs of the radars to deactivate. */
	deactivate: string[];
}

export interface PlanOptions {
	list: string;
	/** Whether a radar whose definition has changed makes way for a new one. */
	replaceChanged: boolean;
	/** Whether to create a radar although one outside the list may be the same. */
	createIncomparable: boolean;
	/** Why no radar may be deactivated, as a sentence. */
	keepAll?: string;
	/** Milliseconds since the epoch. */
	now: number;
	firstTry?: Decision;
}

export interface Change {
	change: 'create' | 'keep' | 'changed' | 'deactivate';
	/** Why, as a sentence. */
	reason: string;
	/** Undefined for a radar that is no longer on the list. */
	desired?: Desired;
	/** The radar that exists; for a create, the one that makes way for it. */
	radar?: Radar;
	/** How the radar differs from the definition. */
	differs?: string[];
	/** The same radar, which the list names before. */
	repeats?: Desired;
}

export interface Plan {
	/** Those of the list in its order, then those that are no longer on it. */
	changes: Change[];
	/** Entries that ask for the radar of an earlier entry with other values. */
	conflicts: Array<{ desired: Desired; earlier: Desired; differs: string[] }>;
	/** How many active radars belong to the list. */
	active: number;
}

/** The definition with the URL, whose change the record shows as well. */
const differs = (definition: RadarDefinition, radar: Radar): string[] => [
	...differences(definition, radar),
	...((definition.webhook_url ?? '') === (radar.webhook_url ?? '') ? [] : ['webhook_url']),
];

const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

const keyOf = ({ custom_fields: fields }: Radar): string => fields?.[LIST_KEY_FIELD] ?? '';

const date = (instant: string): string => instant.slice(0, 10);

/** Radars by their keys, in the order given. */
function index(radars: Radar[], keysOf: (radar: Radar) => string[]): Map<string, Radar[]> {
	const byKey = new Map<string, Radar[]>();
	for (const radar of radars) {
		for (const key of keysOf(radar)) {
			const same = byKey.get(key);
			if (same) same.push(radar);
			else byKey.set(key, [radar]);
		}
	}
	return byKey;
}

/** The radars of the index that have one of the keys. */
const found = (byKey: Map<string, Radar[]>, keys: string[]): Radar[] =>
	keys.flatMap((key) => byKey.get(key) ?? []);

/** Whether the filters of the radar, which the API doesn't return, may make it another one. */
const isIncomparable = (radar: Radar): boolean =>
	!hasFingerprint(radar) &&
	[...TYPES_WITH_FILTERS, ...TYPES_WITH_COUNTRIES].some((type) => type === radar.radar_type);

/** Entries with the same key may differ in these: the first one counts. An expression with $now gives another date each time. */
const MAY_DIFFER = ['custom_fields', 'updates_since'];

const contradictions = (a: RadarDefinition, b: RadarDefinition): string[] => {
	const [one, other] = [a, b].map((definition) => ({ ...definition }) as Record<string, unknown>);
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
		(name) => !MAY_DIFFER.includes(name) && JSON.stringify(one?.[name]) !== JSON.stringify(other?.[name]),
	);
};

/** Entries of the list without repeats. */
function withoutRepeats(desired: Desired[]) {
	const first = new Map<string, Desired>();
	const repeats = new Map<Desired, Desired>();
	const conflicts: Plan['conflicts'] = [];
	for (const entry of desired) {
		const earlier = first.get(entry.key);
		if (!earlier) {
			first.set(entry.key, entry);
			continue;
		}
		const names = contradictions(earlier.definition, entry.definition);
		if (names.length === 0) repeats.set(entry, earlier);
		else conflicts.push({ desired: entry, earlier, differs: names });
	}
	return { entries: [...first.values()], repeats, conflicts };
}

const NEW = 'New on the list.';

/** Decides about one entry of the list after the other. */
class Planner {
	private readonly own: Radar[];

	private readonly ownByKey: Map<string, Radar[]>;

	private readonly ownByTarget: Map<string, Radar[]>;

	/** Deactivated radars of the list in the paid rest of their month. */
	private readonly endingByKey: Map<string, Radar[]>;

	private readonly othersByTarget: Map<string, Radar[]>;

	/** Radars that the first try deactivates. */
	private readonly makingWay: Map<string, Radar[]>;

	private readonly claimed = new Map<Radar, Desired>();

	private readonly firstTryCreates: ReadonlySet<string>;

	private readonly firstTryDeactivates: ReadonlySet<string>;

	constructor(
		existing: Radar[],
		private readonly options: PlanOptions,
		private readonly keepAll: string | undefined,
	) {
		const { list, now, firstTry } = options;
		this.firstTryCreates = new Set(firstTry?.create);
		this.firstTryDeactivates = new Set(firstTry?.deactivate);
		const ofList = existing.filter(({ custom_fields: fields }) => fields?.[LIST_FIELD] === list);
		this.own = ofList.filter((radar) => isActive(radar) && !this.isOfFirstTry(radar));
		const ending = ofList.filter(
			(radar) =>
				!isActive(radar) &&
				Date.parse(radar.next_charge_at ?? '') > now &&
				!this.firstTryDeactivates.has(radar.radar_id),
		);
		const others = existing.filter((radar) => isActive(radar) && radar.custom_fields?.[LIST_FIELD] !== list);
		this.ownByKey = index(this.own, (radar) => [keyOf(radar)]);
		this.ownByTarget = index(this.own, targetKeys);
		this.endingByKey = index(ending, (radar) => [keyOf(radar)]);
		this.othersByTarget = index(others, targetKeys);
		this.makingWay = index(
			existing.filter(({ radar_id: id }) => this.firstTryDeactivates.has(id)),
			(radar) => [keyOf(radar)],
		);
	}

	get active(): number {
		return this.own.length;
	}

	/** A radar with the key of the entry. */
	byKey(desired: Desired): Change | undefined {
		const { key, definition } = desired;
		const { replaceChanged, firstTry } = this.options;
		if (this.firstTryCreates.has(key)) {
			const [radar] = this.makingWay.get(key) ?? [];
			return { change: 'create', reason: NEW, desired, radar };
		}
		const compared = (this.ownByKey.get(key) ?? []).map((each) => ({
			radar: each,
			changed: differs(definition, each),
		}));
		const best = compared.find(({ changed: names }) => names.length === 0) ?? compared[0];
		if (!best) return undefined;
		const { radar, changed } = best;
		this.claimed.set(radar, desired);
		if (changed.length === 0) return { change: 'keep', reason: 'Already on the list.', desired, radar };
		const what = `The definition has changed: ${changed.join(', ')}.`;
		if (replaceChanged && this.keepAll === undefined && !firstTry) {
			return { change: 'create', reason: `Replaces a radar. ${what}`, desired, radar, differs: changed };
		}
		const why = this.keepAll ?? "To replace the radar, turn on 'Replace Changed Radars'.";
		return { change: 'changed', reason: `${what} ${why}`, desired, radar, differs: changed };
	}

	/** What there is under no key of the list, else a new radar. */
	elsewhere(desired: Desired): Change {
		const { definition, key } = desired;
		const targets = targetKeys(definition);
		const same = found(this.ownByTarget, targets).find(
			(radar) => !this.claimed.has(radar) && differs(definition, radar).length === 0,
		);
		if (same) {
			this.claimed.set(same, desired);
			return { change: 'keep', reason: 'Already on the list, under another key.', desired, radar: same };
		}
		const ending = (this.endingByKey.get(key) ?? []).find((radar) => differs(definition, radar).length === 0);
		if (ending) {
			const reason = `Deactivated, but runs until ${date(ending.next_charge_at ?? '')}. A later run creates it again.`;
			return { change: 'keep', reason, desired, radar: ending };
		}
		return this.outside(desired, found(this.othersByTarget, targets));
	}

	/** Whether a radar outside the list does what the entry asks for. */
	private outside(desired: Desired, others: Radar[]): Change {
		const { definition } = desired;
		const comparable = others.filter((radar) => !isIncomparable(radar));
		const same = comparable.find((radar) => filterDifferences(definition, radar).length === 0);
		const doubtful = others.find(isIncomparable);
		const radar = same ?? doubtful;
		if (!radar) {
			const reason =
				others.length > 0
					? `${NEW} Another radar monitors the same target with other filters (${others[0]?.radar_id}).`
					: NEW;
			return { change: 'create', reason, desired };
		}
		if (same || !this.options.createIncomparable) {
			const reason = same
				? "Already monitored by a radar that isn't on the list."
				: "Another radar monitors the same target, and its filters can't be compared. To create this one anyway, turn on 'Create Possible Duplicates'.";
			return { change: 'keep', reason, desired, radar, differs: differs(definition, radar) };
		}
		const reason = `${NEW} Another radar (${radar.radar_id}) monitors the same target, and its filters can't be compared.`;
		return { change: 'create', reason, desired };
	}

	/** What becomes of the radars that are no longer on the list. */
	*leftovers(changes: Change[]): Generator<Change> {
		const replaced = new Map(
			changes.flatMap((each): Array<[Radar, Change]> =>
				each.change === 'create' && each.radar ? [[each.radar, each]] : [],
			),
		);
		const keys = new Set(changes.flatMap(({ desired }) => desired?.key ?? []));
		const { firstTry } = this.options;
		const makingWay = [...this.makingWay.values()].flat();
		for (const radar of new Set([...makingWay, ...this.own])) {
			const by = replaced.get(radar);
			if (this.claimed.has(radar) && !by) continue;
			const why = by
				? `Replaced: ${by.differs?.join(', ') ?? 'its definition has changed'}.`
				: keys.has(keyOf(radar))
					? 'The list has another radar with the same key.'
					: 'No longer on the list.';
			const later =
				firstTry && !this.firstTryDeactivates.has(radar.radar_id) ? 'A later run deactivates it.' : undefined;
			const kept = this.keepAll ?? later;
			if (kept === undefined) yield { change: 'deactivate', reason: why, radar };
			else yield { change: 'keep', reason: `${why} ${kept}`, radar };
		}
	}

	/** Created, or still to be deactivated, by the first try. */
	private isOfFirstTry(radar: Radar): boolean {
		return this.firstTryDeactivates.has(radar.radar_id) || this.firstTryCreates.has(keyOf(radar));
	}
}

/** Plans in steps, between which other work gets its turn: a list may be long. */
export function* planInSteps(
	desired: Desired[],
	existing: Radar[],
	options: PlanOptions,
): Generator<undefined, Plan> {
	const { entries, repeats, conflicts } = withoutRepeats(desired);
	const [conflict] = conflicts;
	const keepAll =
		options.keepAll ??
		(conflict && `Item ${conflict.desired.item} contradicts item ${conflict.earlier.item}.`);
	const planner = new Planner(existing, options, keepAll);
	const decided = new Map<Desired, Change>();
	// Keys come first: what one entry owns is not given to another.
	for (const decide of [
		(entry: Desired) => planner.byKey(entry),
		(entry: Desired) => planner.elsewhere(entry),
	]) {
		for (const entry of entries) {
			yield;
			const change = decided.has(entry) ? undefined : decide(entry);
			if (change) decided.set(entry, change);
		}
	}
	const changes = desired.flatMap((entry): Change[] => {
		const earlier = repeats.get(entry);
		if (earlier) {
			const reason = `The same radar as item ${earlier.item}.`;
			return [{ change: 'keep', reason, desired: entry, repeats: earlier }];
		}
		const change = decided.get(entry);
		return change ? [change] : [];
	});
	return { changes: [...changes, ...planner.leftovers(changes)], conflicts, active: planner.active };
}

/**
 * What makes the radars of the account the radars of the list. Only radars that belong to the list are ever deactivated or
 * replaced, and none is created for what is watched already.
 */
export function planSync(desired: Desired[], existing: Radar[], options: PlanOptions): Plan {
	const steps = planInSteps(desired, existing, options);
	let step = steps.next();
	while (!step.done) step = steps.next();
	return step.value;
}

/** What a plan writes, for a retry to do the same. */
export const decisionOf = ({ changes }: Plan): Decision => ({
	create: changes.flatMap(({ change, desired }) => (change === 'create' && desired ? [desired.key] : [])),
	deactivate: changes.flatMap(({ change, radar }) =>
		change === 'deactivate' && radar ? [radar.radar_id] : [],
	),
});
