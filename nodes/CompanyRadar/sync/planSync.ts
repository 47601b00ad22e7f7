import { LIST_FIELD, LIST_KEY_FIELD } from '../../shared/api/assumptions';
import { fieldName } from '../../shared/api/names';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { inSlices } from '../../shared/concurrency/timeSlice';
import {
	RadarIndex,
	definitionDifferences,
	differences,
	filterMatch,
	filtersIn,
	haveSameTarget,
	isKnownDifference,
	targetKeys,
	type FilterMatch,
} from '../../shared/radars/sameRadar';
import {
	radarName,
	targetName,
	isActive,
	paidUntil,
	differencesInWords,
	type Difference,
} from '../../shared/radars/radarInWords';
import { sameText } from '../../shared/basics/sameText';
import { isBlank } from '../../shared/validation/primitives';
import { filtersOf } from '../../shared/validation/radarDefinition';

/** An entry of the list: a radar that should exist. */
export interface Desired {
	/** The input item that asks for it. */
	item: number;
	/** Identifies the radar within the list, in the form of `sameText`. */
	key: string;
	definition: RadarDefinition;
	/** Fields without a value. An existing radar keeps its own values of these fields. */
	unset: readonly string[];
	/** Why no radar may be created for it, as sentences. */
	doubt?: string;
}

/** What the first try of a run decided. A retry does the same, even if the first try has already done a part. */
export interface Decision {
	/** Keys of the radars to create. */
	create: string[];
	/** IDs of the radars to deactivate. */
	deactivate: string[];
}

export interface PlanOptions {
	list: string;
	/** Whether to replace a radar whose definition has changed. */
	replaceChanged: boolean;
	/** Whether to create a radar even if an existing one may be the same. */
	createIncomparable: boolean;
	/** Why no radar may be deactivated, as a sentence. */
	keepAll?: string;
	/** Milliseconds since the epoch. */
	now: number;
	firstTry?: Decision;
}

export interface Change {
	/** `refused`: no radar has it, and its values are doubtful. */
	change: 'create' | 'keep' | 'changed' | 'deactivate' | 'refused';
	/** Why, as a sentence. */
	reason: string;
	/** Undefined for a radar that is no longer on the list. */
	desired?: Desired;
	/** The existing radar; for a create, the one to replace. */
	radar?: Radar;
	/** How the radar differs from the definition. */
	differs?: Difference[];
	/** For a create: when the radar in its way ends. Until then, the service may refuse the create. */
	waitsUntil?: string;
	/** The entry whose radar this entry gets, too. */
	repeats?: Desired;
	/** The refused entry that the radar may be meant by, and is kept for. */
	typo?: Desired;
}

export interface Plan {
	/** The changes for entries in the order of the list, then for radars that are no longer on it. */
	changes: Change[];
	/** The same changes by their kind. */
	changesOf: Record<Change['change'], Change[]>;
	/** Entries with the key of an earlier entry and other values. */
	conflicts: Array<{ desired: Desired; earlier: Desired; differs: string[] }>;
	/** Entries for the same radar as another entry. */
	repeats: Desired[];
	/** The active radars of the list. */
	own: Radar[];
	/** Why no radars are deactivated, as a sentence. */
	keepAll: string | undefined;
	/** Filters that radars of the list have and no entry has, probably because a column is missing. */
	lostFilters: string[];
}

/** The key that the radar was created with. */
export const listKeyOf = ({ custom_fields: fields }: Radar): string => sameText(fields?.[LIST_KEY_FIELD]);

/** Whether the radar was created for this list. */
export const isOfList = ({ custom_fields: fields }: Radar, list: string): boolean =>
	sameText(fields?.[LIST_FIELD]) === sameText(list);

/**
 * Fields in which entries with the same key may differ, for example because of $now. The first entry counts, unless a radar equals
 * another one.
 */
const MAY_DIFFER = ['custom_fields', 'updates_since'];

/** How messages about an entry name another one. All entries of a JSON array have the same item. */
export const nameOf = ({ item }: Desired, other: Desired): string =>
	item === other.item ? 'another entry of the array' : `item ${other.item}`;

/** How messages name the row of an entry: `item 4 (hooli.example)`. */
export const rowName = ({ item, definition }: Desired): string => `item ${item} (${targetName(definition)})`;

/** Targets without the ending of a domain, and without one character: a typo shares one with what was meant. */
const typoKeys = (keys: readonly string[]): string[] =>
	keys
		.map((key) => key.replace(/(?:\.com?)?\.[^./"]+"\]$/, ''))
		.flatMap((key) => [key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))]);

/** The refused entries, by what a radar that one is a typo of shares with it. */
function typosIn(changes: Change[]): Map<string, Desired> {
	const typos = new Map<string, Desired>();
	for (const { change, desired } of changes) {
		if (change !== 'refused' || !desired) continue;
		const keys = targetKeys(desired.definition);
		const withoutHost = keys.map((key) => key.replace(/"[\w-]+\.(?=[^."]+\.)/, '"'));
		for (const key of typoKeys([...keys, ...withoutHost])) typos.set(key, desired);
	}
	return typos;
}

/** The entries of the list with different keys, each with those that repeat it, and conflicts between entries with one key. */
async function withoutRepeats(desired: Desired[]) {
	const first = new Map<string, Desired>();
	const repeats = new Map<Desired, Desired>();
	const repeatsOf = new Map<Desired, Desired[]>();
	const conflicts: Plan['conflicts'] = [];
	for await (const entry of inSlices(desired)) {
		const earlier = first.get(entry.key);
		if (!earlier) {
			first.set(entry.key, entry);
			continue;
		}
		const names = definitionDifferences(earlier.definition, entry.definition).filter(
			(name) => !MAY_DIFFER.includes(name),
		);
		if (names.length === 0) {
			repeats.set(entry, earlier);
			const others = repeatsOf.get(earlier);
			if (others) others.push(entry);
			else repeatsOf.set(earlier, [entry]);
		} else conflicts.push({ desired: entry, earlier, differs: names });
	}
	return { entries: [...first.values()], repeats, repeatsOf, conflicts };
}

const NEW = 'New on the list.';
export const ON_LIST = 'Already on the list.';
/** Such a radar was created elsewhere or for another list. */
const NOT_OF_LIST = "It isn't this list's radar: if you remove the row, deactivate it yourself.";
export const OFF_LIST = `Already monitored by another radar. ${NOT_OF_LIST}`;
const OFF_THE_LIST = 'No longer on the list.';
const keptForTypo = (typo: Desired): string =>
	`${rowName(typo).replace('i', 'I')} may be a typo of it: correct or remove that row.`;
const CREATE_ANYWAY = "To create this one anyway, turn on 'Create Possible Duplicates'.";
export const MAY_BE_SAME = `Another radar monitors the same target, maybe with other filters. ${NOT_OF_LIST}`;

async function byKey(radars: Radar[]): Promise<(key: string) => Radar[]> {
	const groups = new Map<string, Radar[]>();
	for await (const radar of inSlices(radars)) {
		const others = groups.get(listKeyOf(radar));
		if (others) others.push(radar);
		else groups.set(listKeyOf(radar), [radar]);
	}
	return (key) => groups.get(key) ?? [];
}

/** The account's radars, grouped for the plan. A retry sees them as they were before the first try. */
async function sortRadars(existing: Radar[], { list, now, firstTry }: PlanOptions) {
	const creates = new Set(firstTry?.create);
	const deactivates = new Set(firstTry?.deactivate);
	const own: Radar[] = [];
	const others: Radar[] = [];
	/** Deactivated radars whose paid month hasn't ended, of this list or not. */
	const ending: Radar[] = [];
	/** The radars that the first try decided to deactivate. */
	const makingWay: Radar[] = [];
	for await (const radar of inSlices(existing)) {
		const isOwn = isOfList(radar, list);
		if (deactivates.has(radar.radar_id)) makingWay.push(radar);
		else if (isOwn && isActive(radar) && creates.has(listKeyOf(radar))) continue;
		else if (isActive(radar)) (isOwn ? own : others).push(radar);
		else if (paidUntil(radar, now) !== undefined) ending.push(radar);
	}
	return {
		own,
		makingWay,
		ownByKey: await byKey(own),
		endingByKey: await byKey(ending.filter((radar) => isOfList(radar, list))),
		makingWayByKey: await byKey(makingWay),
		ownTargets: await RadarIndex.of(own),
		endingTargets: await RadarIndex.of(ending),
		otherTargets: await RadarIndex.of(others),
		firstTryCreates: creates,
	};
}

/** An entry of the list, a radar that exists, and how they differ. */
type Compared = Required<Pick<Change, 'desired' | 'radar' | 'differs'>>;

/** What can't be compared counts as equal. */
const isExact = ({ differs: names }: Pick<Compared, 'differs'>): boolean => !names.some(isKnownDifference);

const closestOf = (compared: Compared[]): Compared | undefined => compared.find(isExact) ?? compared[0];

/** A radar that an entry has once the plan is applied; undefined if it's still to be created. */
interface Planned {
	desired: Desired;
	radar: Radar | undefined;
}

/** Why a radar is kept although its entry differs: the entry has no value where the radar has one. */
function keptForLoss({ desired: { definition, unset }, differs: changed }: Compared): string | undefined {
	const given = Object.entries(definition.custom_fields ?? {})
		.filter(([, value]) => !isBlank(value))
		.map(([name]) => `custom_fields.${sameText(name)}`);
	// An empty cell of custom fields stands for all of them that have no other value.
	const fields = changed
		.filter(({ field }) => !given.includes(field))
		.flatMap(({ field }) => [field, ...field.split('.', 1)]);
	const lost = unset.filter((name) => fields.includes(name));
	if (lost.length === 0) return undefined;
	const filter = lost.some((name) => !name.includes('.')) ? ' To remove a filter, use the word any.' : '';
	return `The radar has ${lost.map(fieldName).join(', ')}, and the item has no value for it.${filter}`;
}

/** No radar is created for a doubtful entry. A radar that it would replace stays. */
function unlessDoubtful(change: Change): Change {
	const { desired, radar } = change;
	if (change.change !== 'create' || desired?.doubt === undefined) return change;
	return { change: 'refused', reason: desired.doubt, desired, radar };
}

/** Plans the entries of the list one by one. */
class SyncPlanner {
	/** The radars that belong to an entry, whether it keeps or replaces them. */
	private readonly claimed = new Set<Radar>();

	/** The radars that entries keep or create. */
	private readonly planned = new RadarIndex<Planned>(({ desired, radar }) => radar ?? desired.definition);

	constructor(
		private readonly radars: Awaited<ReturnType<typeof sortRadars>>,
		private readonly repeatsOf: ReadonlyMap<Desired, Desired[]>,
		private readonly options: PlanOptions,
	) {}

	/** Notes which radar the entry of the change has after it, and returns the change. */
	private noted(change: Change & { desired: Desired }): Change {
		const { desired, radar } = change;
		this.planned.add({ desired, radar: change.change === 'create' ? undefined : radar });
		return change;
	}

	/** How the radars differ from the entry. One that equals an entry which repeats it doesn't. */
	private compare(desired: Desired, radars: Radar[]): Compared[] {
		const entries = [desired, ...(this.repeatsOf.get(desired) ?? [])];
		return radars.map((radar) => {
			const all = entries.map(({ definition }) => differences(definition, radar));
			return { desired, radar, differs: all.find((differs) => isExact({ differs })) ?? all[0] ?? [] };
		});
	}

	/** The change for an entry whose key a radar of the list has, or the first try created; else undefined. */
	byKey(desired: Desired): Change | undefined {
		const { key } = desired;
		if (this.radars.firstTryCreates.has(key)) {
			const [radar] = this.radars.makingWayByKey(key);
			return this.noted({ change: 'create', reason: NEW, desired, radar });
		}
		const best = closestOf(this.compare(desired, this.radars.ownByKey(key)));
		if (!best) return undefined;
		return isExact(best) ? this.keep(best, ON_LIST) : this.changed(best);
	}

	/** The change for an entry whose target a radar of the list has under another key, if it fits; else undefined. */
	underAnotherKey(desired: Desired, fits: (compared: Compared) => boolean): Change | undefined {
		const best = this.compare(desired, this.freeOf(desired)).find(fits);
		if (!best) return undefined;
		return isExact(best) ? this.keep(best, 'Already on the list, under another key.') : this.changed(best);
	}

	/**
	 * Whether a radar of the target has only another key or other settings. A name counts only if the entry has no page and no
	 * email address, since two people may share it.
	 */
	isSameButForKey({ desired: { definition }, radar }: Compared): boolean {
		const unnamed = { ...definition, full_name: undefined };
		const isSameTarget = targetKeys(unnamed).length === 0 || haveSameTarget(unnamed, radar);
		return isSameTarget && this.mayBeSame(filterMatch(definition, radar));
	}

	/** The radars of the list that have the target of the entry and belong to no entry yet. */
	private freeOf({ definition }: Desired): Radar[] {
		return this.radars.ownTargets.ofTarget(definition).filter((radar) => !this.claimed.has(radar));
	}

	private keep(compared: Compared, reason: string): Change {
		this.claimed.add(compared.radar);
		return this.noted({ ...compared, change: 'keep', reason });
	}

	/** The change for an entry whose radar has another definition. */
	private changed(compared: Compared): Change {
		const { desired, radar, differs: names } = compared;
		this.claimed.add(radar);
		const what = `The definition has changed: ${differencesInWords(names)}.`;
		const kept = keptForLoss(compared);
		if (kept) return this.noted({ ...compared, change: 'changed', reason: `${what} ${kept}` });
		if (this.options.replaceChanged && this.mayDeactivate) {
			const isInTheWay = haveSameTarget(desired.definition, radar);
			const waitsUntil = isInTheWay ? paidUntil(radar, this.options.now) : undefined;
			return this.noted({ ...compared, change: 'create', reason: `Replaces a radar. ${what}`, waitsUntil });
		}
		const why = this.options.keepAll ?? "To replace the radar, turn on 'Replace Changed Radars'.";
		return this.noted({ ...compared, change: 'changed', reason: `${what} ${why}` });
	}

	/** A retry deactivates only what the first try decided. */
	private get mayDeactivate(): boolean {
		return this.options.keepAll === undefined && !this.options.firstTry;
	}

	/** The change for an entry without an active radar of the list. */
	elsewhere(desired: Desired): Change {
		return (
			this.outside(desired) ?? this.running(desired) ?? this.ofAnotherEntry(desired) ?? this.new(desired)
		);
	}

	/** Keeps a radar outside the list that may be the same. */
	private outside(desired: Desired): Change | undefined {
		const { definition } = desired;
		const other = this.radars.otherTargets.closest(definition);
		if (!other || !this.mayBeSame(other.filters)) return undefined;
		const { radar, filters } = other;
		const reason = filters === 'unknown' ? MAY_BE_SAME : OFF_LIST;
		return { change: 'keep', reason, desired, radar, differs: differences(definition, radar) };
	}

	/** The change for an entry whose radar was deactivated and still runs: as for an active one, by its key or else by its target. */
	private running(desired: Desired): Change | undefined {
		const { definition, key } = desired;
		const ofKey = this.radars.endingByKey(key).filter((radar) => !this.claimed.has(radar));
		const best = closestOf(this.compare(desired, ofKey));
		if (best && !isExact(best)) {
			const change = this.changed(best);
			return { ...change, reason: `${change.reason} ${this.runsUntil(best.radar)}` };
		}
		const other = this.radars.endingTargets.closest(definition, (each) => !ofKey.includes(each));
		const radar = best?.radar ?? (other && this.mayBeSame(other.filters) ? other.radar : undefined);
		if (!radar) return undefined;
		this.claimed.add(radar);
		const reason = `${this.runsUntil(radar)} A later execution creates it again.`;
		return { change: 'keep', reason, desired, radar };
	}

	private runsUntil(radar: Radar): string {
		return `Deactivated, but runs until ${paidUntil(radar, this.options.now)?.slice(0, 10)}.`;
	}

	/** Keeps the radar that another entry has, since the same one under another key would be paid for twice. */
	private ofAnotherEntry(desired: Desired): Change | undefined {
		if (this.options.createIncomparable) return undefined;
		const other = this.planned.closest(desired.definition);
		if (!other || !this.mayBeSame(other.filters)) return undefined;
		const { desired: repeats } = other.radar;
		const reason = `The same radar as ${nameOf(desired, repeats)}, under another key. ${CREATE_ANYWAY}`;
		return { change: 'keep', reason, desired, repeats };
	}

	/** Creates a radar, and says what may be in its way. */
	private new(desired: Desired): Change {
		const { definition } = desired;
		const other = this.radars.otherTargets.closest(definition);
		const [planned] = this.planned.ofTarget(definition);
		const [leaving] = this.mayDeactivate ? this.freeOf(desired) : [];
		const ending = this.radars.endingTargets.ofTarget(definition)[0] ?? leaving;
		const waitsUntil = ending && paidUntil(ending, this.options.now);
		const reason = [NEW];
		if (other) {
			const how = other.filters === 'unknown' ? ", and its filters can't be compared" : ' with other filters';
			reason.push(`Another radar (${other.radar.radar_id}) monitors the same target${how}.`);
		} else if (planned) reason.push(`So does ${nameOf(desired, planned.desired)}, for the same target.`);
		if (other ?? planned) reason.push('Unless your account allows duplicates, Apply keeps that one instead.');
		return this.noted({ change: 'create', reason: reason.join(' '), desired, waitsUntil });
	}

	/** Whether a radar of the same target has the same filters, or may have them because they can't be compared. */
	private mayBeSame(filters: FilterMatch): boolean {
		return filters === 'same' || (filters === 'unknown' && !this.options.createIncomparable);
	}

	/** The changes for radars that are replaced or no longer on the list. */
	async leftovers(changes: Change[]): Promise<Change[]> {
		const { own, makingWay } = this.radars;
		const { firstTry, keepAll } = this.options;
		const replacements = new Map<Radar | undefined, Change>();
		const keys = new Set<string | undefined>();
		for await (const change of inSlices(changes)) {
			keys.add(change.desired?.key);
			if (change.change === 'create') replacements.set(change.radar, change);
		}
		const decidedBefore = new Set(makingWay);
		const typos = typosIn(changes);
		const leftovers: Change[] = [];
		for await (const radar of inSlices([...makingWay, ...own])) {
			const by = replacements.get(radar);
			if (this.claimed.has(radar) && !by) continue;
			const why = by
				? `Replaced: ${by.differs ? differencesInWords(by.differs) : 'its definition has changed'}.`
				: keys.has(listKeyOf(radar))
					? 'The list has another radar with the same key.'
					: OFF_THE_LIST;
			const later = firstTry && !decidedBefore.has(radar) ? 'A later execution deactivates it.' : undefined;
			const shared = why === OFF_THE_LIST ? typoKeys(targetKeys(radar)) : [];
			const typo = typos.get(shared.find((key) => typos.has(key)) ?? '');
			const kept = keepAll ?? (typo ? keptForTypo(typo) : later);
			leftovers.push(
				kept === undefined
					? { change: 'deactivate', reason: why, radar }
					: { change: 'keep', reason: `${why} ${kept}`, radar, typo },
			);
		}
		return leftovers;
	}
}

/** The filters that no entry of the list has a value for, though radars of the list have them. */
async function lostFiltersOf(entries: Desired[], own: Radar[]): Promise<string[]> {
	const given = new Set<string>();
	const empty = new Set<string>();
	for await (const { definition, unset } of inSlices(entries)) {
		for (const name of filtersOf(definition.radar_type)) (unset.includes(name) ? empty : given).add(name);
	}
	const candidates = [...empty].filter((name) => !given.has(name));
	const lost = new Set<string>();
	for await (const radar of inSlices(own)) {
		for (const name of filtersIn(radar, candidates)) lost.add(name);
	}
	return candidates.filter((name) => lost.has(name));
}

/** The change for each entry. The most certain match comes first, so that no entry gets the radar of another. */
async function decide(entries: Desired[], planner: SyncPlanner): Promise<Map<Desired, Change>> {
	const decided = new Map<Desired, Change>();
	const steps: Array<(entry: Desired) => Change | undefined> = [
		(entry) => planner.byKey(entry),
		(entry) => planner.underAnotherKey(entry, isExact),
		(entry) => planner.underAnotherKey(entry, (compared) => keptForLoss(compared) !== undefined),
		(entry) => planner.underAnotherKey(entry, (compared) => planner.isSameButForKey(compared)),
		(entry) => planner.elsewhere(entry),
	];
	for (const step of steps) {
		for await (const entry of inSlices(entries)) {
			const change = decided.has(entry) ? undefined : step(entry);
			if (change) decided.set(entry, unlessDoubtful(change));
		}
	}
	return decided;
}

const repetition = (desired: Desired, repeats: Desired): Change => ({
	change: 'keep',
	reason: `The same radar as ${nameOf(desired, repeats)}.`,
	desired,
	repeats,
});

/**
 * Plans the changes that bring the account in sync with the list. Only radars that belong to the list are ever deactivated or
 * replaced, and a radar that already exists isn't created again.
 */
export async function planSync(desired: Desired[], existing: Radar[], options: PlanOptions): Promise<Plan> {
	const { entries, repeats, repeatsOf, conflicts } = await withoutRepeats(desired);
	const [conflict] = conflicts;
	const keepAll =
		options.keepAll ??
		(conflict &&
			`No radars are deactivated, because the list contradicts itself: ${radarName(conflict.desired.definition)}.`);
	const radars = await sortRadars(existing, options);
	const planner = new SyncPlanner(radars, repeatsOf, { ...options, keepAll });
	const decided = await decide(entries, planner);
	const listed: Change[] = [];
	for await (const entry of inSlices(desired)) {
		const earlier = repeats.get(entry);
		const change = earlier ? repetition(entry, earlier) : decided.get(entry);
		if (change) listed.push(change);
	}
	const changes = [...listed, ...(await planner.leftovers(listed))];
	const changesOf: Plan['changesOf'] = { create: [], keep: [], changed: [], deactivate: [], refused: [] };
	for await (const change of inSlices(changes)) changesOf[change.change].push(change);
	return {
		changes,
		changesOf,
		conflicts,
		repeats: listed.flatMap(({ desired: entry, repeats: other }) => (entry && other ? [entry] : [])),
		own: radars.own,
		keepAll,
		lostFilters: await lostFiltersOf(desired, radars.own),
	};
}

/** The changes of a plan that a retry must repeat. */
export const decisionOf = ({ changesOf: { create, deactivate } }: Plan): Decision => ({
	create: create.flatMap(({ desired }) => desired?.key ?? []),
	deactivate: deactivate.flatMap(({ radar }) => radar?.radar_id ?? []),
});
