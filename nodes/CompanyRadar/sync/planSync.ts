import { LIST_FIELD, LIST_KEY_FIELD } from '../../shared/api/assumptions';
import { fieldName, filtersOf } from '../../shared/api/radarFields';
import type { Radar } from '../../shared/api/types';
import { inSlices } from '../../shared/host/clock';
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
} from '../../shared/values/radars/sameRadar';
import {
	radarName,
	isActive,
	paidUntil,
	differencesInWords,
	type Difference,
} from '../../shared/values/radars/radarInWords';
import { mayBeSameId, sameText } from '../../shared/values/basics/sameText';
import { pushTo } from '../../shared/values/basics/values';
import { isBlank } from '../../shared/values/rules/primitives';
import type { Entry } from '../radars/entries';

/** An entry of the list: a radar that should exist. */
export interface Desired extends Entry {
	/** Identifies the radar within the list, in the form of `sameText`. */
	key: string;
	/** Fields without a value. An existing radar keeps its own values of these fields. */
	unset: readonly string[];
	/** Why no radar may be created for it, as sentences. */
	doubt?: string;
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
}

interface ChangeTo<Kind> {
	change: Kind;
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
}

export type Change =
	| (ChangeTo<'create'> & { desired: Desired })
	| ChangeTo<'keep'>
	| (ChangeTo<'changed'> & Compared)
	| (ChangeTo<'deactivate'> & { radar: Radar })
	/** No radar has it, and its values are doubtful. */
	| (ChangeTo<'refused'> & { desired: Desired });

export type Planned<Kind> = Extract<Change, { change: Kind }>;

export interface Plan {
	/** The changes for entries in the order of the list, then for radars that are no longer on it. */
	changes: Change[];
	/** The same changes by their kind. */
	changesOf: { [Kind in Change['change']]: Array<Planned<Kind>> };
	/** Entries with the key of an earlier entry and other values. */
	conflicts: Array<{ desired: Desired; earlier: Desired; differs: string[] }>;
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

/** Fields in which entries with the same key may differ, for example because of $now. */
const MAY_DIFFER = ['custom_fields', 'updates_since'];

/** How messages about an entry name another one. All entries of a JSON array have the same item. */
export const nameOf = ({ item }: Desired, other: Desired): string =>
	item === other.item ? 'another entry of the array' : `item ${other.item}`;

/** The equal entries of each key, the one that counts first, and the entries that contradict it. */
async function groupEntries(desired: Desired[]) {
	const equal = new Map<string, Desired[]>();
	const conflicts: Plan['conflicts'] = [];
	for await (const entry of inSlices(desired)) {
		const [earlier] = equal.get(entry.key) ?? [];
		const differs = earlier ? definitionDifferences(earlier.definition, entry.definition) : [];
		const contradicting = differs.filter((name) => !MAY_DIFFER.includes(name));
		if (earlier && contradicting.length > 0) {
			conflicts.push({ desired: entry, earlier, differs: contradicting });
		} else pushTo(equal, entry.key, entry);
	}
	return { equal, conflicts };
}

/** The account's radars, grouped for the plan. */
async function sortRadars(existing: Radar[], { list, now }: PlanOptions) {
	/** The active radars of the list. */
	const own: Radar[] = [];
	const ownByKey = new Map<string, Radar[]>();
	/** Deactivated radars whose paid month hasn't ended, of this list or not. */
	const ending: Radar[] = [];
	const endingByKey = new Map<string, Radar[]>();
	/** Active radars that aren't of the list. */
	const others: Radar[] = [];
	for await (const radar of inSlices(existing)) {
		const isOwn = isOfList(radar, list);
		const key = listKeyOf(radar);
		if (isActive(radar) && isOwn) {
			own.push(radar);
			pushTo(ownByKey, key, radar);
		} else if (isActive(radar)) others.push(radar);
		else if (paidUntil(radar, now) !== undefined) {
			ending.push(radar);
			if (isOwn) pushTo(endingByKey, key, radar);
		}
	}
	return {
		...{ own, ownByKey, endingByKey },
		ownTargets: await RadarIndex.of(own),
		endingTargets: await RadarIndex.of(ending),
		otherTargets: await RadarIndex.of(others),
	};
}

/** An entry of the list, a radar that exists, and how they differ. */
interface Compared {
	desired: Desired;
	radar: Radar;
	differs: Difference[];
}

/** What can't be compared counts as equal. */
const isExact = ({ differs }: Pick<Compared, 'differs'>): boolean => !differs.some(isKnownDifference);

/** Why a radar is kept although its entry differs: the entry has no value where the radar has one. */
function keptForLoss({ desired: { definition, unset }, differs }: Compared): string | undefined {
	const given = Object.entries(definition.custom_fields ?? {})
		.filter(([, value]) => !isBlank(value))
		.map(([name]) => `custom_fields.${sameText(name)}`);
	// An empty cell of custom fields stands for all of them that have no other value.
	const fields = differs
		.filter(({ field }) => !given.includes(field))
		.flatMap(({ field }) => [field, ...field.split('.', 1)]);
	const lost = unset.filter((name) => fields.includes(name));
	if (lost.length === 0) return undefined;
	const filter = lost.some((name) => !name.includes('.')) ? ' To remove a filter, use the word any.' : '';
	return `The radar has ${lost.map(fieldName).join(', ')}, and the item has no value for it.${filter}`;
}

/** Why a radar is kept although a CRM ID differs: it's probably the same in another form. */
const keptForId = ({ differs }: Compared): string | undefined =>
	differs.some(({ values = '' }) => mayBeSameId(...(values.split(' → ') as [string, string])))
		? 'These look like two forms of one Salesforce ID, but its last three characters are wrong.'
		: undefined;

const NEW = 'New on the list.';
export const ON_LIST = 'Already on the list.';
/** Such a radar was created elsewhere or for another list. */
const NOT_OF_LIST = "It isn't this list's radar: if you remove the row, deactivate it yourself.";
export const OFF_LIST = `Already monitored by another radar. ${NOT_OF_LIST}`;
const REMOVED = 'No longer on the list.';
export const MAY_BE_SAME = `Another radar monitors the same target, maybe with other filters. ${NOT_OF_LIST}`;

/** A radar that an entry has once the plan is applied; undefined if it's still to be created. */
interface Held {
	desired: Desired;
	radar: Radar | undefined;
}

type EntryChange = Change & { desired: Desired };

/** Plans the entries of the list one by one. */
class SyncPlanner {
	/** The radars that an entry keeps or replaces. */
	private readonly taken = new Set<Radar>();

	private readonly replacements = new Map<Radar, Planned<'create'>>();

	private readonly planned = new RadarIndex<Held>(({ desired, radar }) => radar ?? desired.definition);

	constructor(
		private readonly radars: Awaited<ReturnType<typeof sortRadars>>,
		/** The equal entries of each key. */
		private readonly entries: ReadonlyMap<string, Desired[]>,
		private readonly options: PlanOptions,
	) {}

	/** How a radar under another key may be the entry's, the most certain first. */
	private readonly likenesses: Array<(compared: Compared) => boolean> = [
		isExact,
		(compared) => keptForLoss(compared) !== undefined,
		(compared) => this.isSameButForKey(compared),
	];

	/** The ways to find the radar of an entry, the most certain first. The last one always finds a change. */
	private readonly steps: Array<(entry: Desired) => EntryChange | undefined> = [
		(entry) => this.byKey(entry),
		...this.likenesses.map((fits) => (entry: Desired) => this.underAnotherKey(entry, fits)),
		(entry) => this.outside(entry),
		(entry) => this.stillRunning(entry),
		(entry) => this.ofAnotherEntry(entry) ?? this.create(entry),
	];

	/** The change for the first entry of each key. A step is taken for all entries before the next, so that no entry gets the radar of another. */
	async decide(): Promise<Map<Desired, Change>> {
		const decided = new Map<Desired, Change>();
		for (const step of this.steps) {
			for await (const [entry] of inSlices(this.entries.values())) {
				const change = entry && !decided.has(entry) ? step(entry) : undefined;
				if (change) decided.set(change.desired, this.settled(change));
			}
		}
		return decided;
	}

	/**
	 * The change that counts, and keeps for later steps which radar it gives to the entry. No radar is created for a doubtful entry, and one
	 * that it would replace stays.
	 */
	private settled(change: EntryChange): Change {
		const { desired, radar } = change;
		if (radar) this.taken.add(radar);
		const isCreated = change.change === 'create';
		if (isCreated || (radar && isActive(radar)))
			this.planned.add({ desired, radar: isCreated ? undefined : radar });
		if (!isCreated) return change;
		if (desired.doubt !== undefined) return { change: 'refused', reason: desired.doubt, desired, radar };
		if (radar) this.replacements.set(radar, change);
		return change;
	}

	/** By a radar of the list with the entry's key. */
	private byKey(desired: Desired): EntryChange | undefined {
		const best = this.closestOf(desired, this.radars.ownByKey.get(desired.key));
		return best && this.keepOrChange(best, ON_LIST);
	}

	/** By a radar of the list that monitors the entry's target under another key, and belongs to no entry yet. */
	private underAnotherKey(desired: Desired, fits: (compared: Compared) => boolean): EntryChange | undefined {
		const best = this.compare(desired, this.freeOf(desired)).find(fits);
		return best && this.keepOrChange(best, 'Already on the list, under another key.');
	}

	/**
	 * Whether a radar of the target has only another key or other settings. A name counts only if the entry has no page and no
	 * email address, since two people may share it.
	 */
	private isSameButForKey({ desired: { definition }, radar }: Compared): boolean {
		const unnamed = { ...definition, full_name: undefined };
		const isSameTarget = targetKeys(unnamed).length === 0 || haveSameTarget(unnamed, radar);
		return isSameTarget && this.mayBeSame(filterMatch(definition, radar));
	}

	/** By a radar outside the list that may be the same. */
	private outside(desired: Desired): EntryChange | undefined {
		const { definition } = desired;
		const other = this.radars.otherTargets.closest(definition);
		if (!other || !this.mayBeSame(other.filters)) return undefined;
		const { radar, filters } = other;
		const reason = filters === 'unknown' ? MAY_BE_SAME : OFF_LIST;
		return { change: 'keep', reason, desired, radar, differs: differences(definition, radar) };
	}

	/** By a radar that was deactivated and still runs: as for an active one, by its key or else by its target. */
	private stillRunning(desired: Desired): EntryChange | undefined {
		const { radars, options } = this;
		const runsUntil = (radar: Radar) =>
			`Deactivated, but runs until ${paidUntil(radar, options.now)?.slice(0, 10)}.`;
		const ofKey = (radars.endingByKey.get(desired.key) ?? []).filter((radar) => !this.taken.has(radar));
		const best = this.closestOf(desired, ofKey);
		if (best && !isExact(best)) {
			const change = this.changed(best);
			return { ...change, reason: `${change.reason} ${runsUntil(best.radar)}` };
		}
		const other = radars.endingTargets.closest(desired.definition, (each) => !ofKey.includes(each));
		const radar = best?.radar ?? (other && this.mayBeSame(other.filters) ? other.radar : undefined);
		return (
			radar && {
				change: 'keep',
				reason: `${runsUntil(radar)} A later execution creates it again.`,
				desired,
				radar,
			}
		);
	}

	/** By what another entry has, since the same radar under another key would be paid for twice. */
	private ofAnotherEntry(desired: Desired): EntryChange | undefined {
		const other = this.options.createIncomparable ? undefined : this.planned.closest(desired.definition);
		if (!other || !this.mayBeSame(other.filters)) return undefined;
		const { desired: repeats } = other.radar;
		const reason = `The same radar as ${nameOf(desired, repeats)}, under another key. To create this one anyway, turn on 'Create Possible Duplicates'.`;
		return { change: 'keep', reason, desired, repeats };
	}

	/** Creates a radar, and says what may be in its way. */
	private create(desired: Desired): EntryChange {
		const { definition } = desired;
		const other = this.radars.otherTargets.closest(definition);
		const [planned] = this.planned.ofTarget(definition);
		const [leaving] = this.options.keepAll === undefined ? this.freeOf(desired) : [];
		const ending = this.radars.endingTargets.ofTarget(definition)[0] ?? leaving;
		const waitsUntil = ending && paidUntil(ending, this.options.now);
		const reason = [NEW];
		if (other) {
			const how = other.filters === 'unknown' ? ", and its filters can't be compared" : ' with other filters';
			reason.push(`Another radar (${other.radar.radar_id}) monitors the same target${how}.`);
		} else if (planned) reason.push(`So does ${nameOf(desired, planned.desired)}, for the same target.`);
		if (other ?? planned) reason.push('Unless your account allows duplicates, Apply keeps that one instead.');
		return { change: 'create', reason: reason.join(' '), desired, waitsUntil };
	}

	/** How the radars differ from the entry. One that equals an entry which repeats it doesn't. */
	private compare(desired: Desired, radars: Radar[]): Compared[] {
		const entries = this.entries.get(desired.key) ?? [desired];
		return radars.map((radar) => {
			const all = entries.map(({ definition }) => differences(definition, radar));
			return { desired, radar, differs: all.find((differs) => isExact({ differs })) ?? all[0] ?? [] };
		});
	}

	private closestOf(desired: Desired, radars: Radar[] = []): Compared | undefined {
		const all = this.compare(desired, radars);
		return all.find(isExact) ?? all[0];
	}

	/** The radars of the list that have the target of the entry and belong to no entry yet. */
	private freeOf({ definition }: Desired): Radar[] {
		return this.radars.ownTargets.ofTarget(definition).filter((radar) => !this.taken.has(radar));
	}

	/** Whether a radar of the same target has the same filters, or may have them because they can't be compared. */
	private mayBeSame(filters: FilterMatch): boolean {
		return filters === 'same' || (filters === 'unknown' && !this.options.createIncomparable);
	}

	private keepOrChange(compared: Compared, reason: string): EntryChange {
		return isExact(compared) ? { ...compared, change: 'keep', reason } : this.changed(compared);
	}

	/** The change for an entry whose radar has another definition. */
	private changed(compared: Compared): EntryChange {
		const { desired, radar, differs } = compared;
		const { keepAll, replaceChanged, now } = this.options;
		const what = `The definition has changed: ${differencesInWords(differs)}.`;
		const kept = keptForLoss(compared) ?? keptForId(compared);
		if (kept === undefined && replaceChanged && keepAll === undefined) {
			const isInTheWay = haveSameTarget(desired.definition, radar);
			const waitsUntil = isInTheWay ? paidUntil(radar, now) : undefined;
			return { ...compared, change: 'create', reason: `Replaces a radar. ${what}`, waitsUntil };
		}
		const why = kept ?? keepAll ?? "To replace the radar, turn on 'Replace Changed Radars'.";
		return { ...compared, change: 'changed', reason: `${what} ${why}` };
	}

	/** The changes for radars that are replaced or no longer on the list. */
	async leftovers(): Promise<Change[]> {
		const { keepAll } = this.options;
		const leftovers: Change[] = [];
		for await (const radar of inSlices(this.radars.own)) {
			const by = this.replacements.get(radar);
			if (this.taken.has(radar) && !by) continue;
			const why = this.whyLeft(radar, by);
			if (keepAll === undefined) leftovers.push({ change: 'deactivate', reason: why, radar });
			else leftovers.push({ change: 'keep', reason: `${why} ${keepAll}`, radar });
		}
		return leftovers;
	}

	private whyLeft(radar: Radar, by: Planned<'create'> | undefined): string {
		if (by) return `Replaced: ${by.differs ? differencesInWords(by.differs) : 'its definition has changed'}.`;
		return this.entries.has(listKeyOf(radar)) ? 'The list has another radar with the same key.' : REMOVED;
	}
}

/** The filters that no entry of the list has a value for, though radars of the list have them. */
async function lostFiltersOf(desired: Desired[], own: Radar[]): Promise<string[]> {
	const given = new Set<string>();
	const empty = new Set<string>();
	for await (const { definition, unset } of inSlices(desired)) {
		for (const name of filtersOf(definition.radar_type)) (unset.includes(name) ? empty : given).add(name);
	}
	const candidates = [...empty].filter((name) => !given.has(name));
	const lost = new Set<string>();
	for await (const radar of inSlices(own)) {
		for (const name of filtersIn(radar, candidates)) lost.add(name);
	}
	return candidates.filter((name) => lost.has(name));
}

export async function groupChanges(changes: Change[]): Promise<Pick<Plan, 'changes' | 'changesOf'>> {
	const changesOf: Plan['changesOf'] = { create: [], keep: [], changed: [], deactivate: [], refused: [] };
	for await (const change of inSlices(changes)) (changesOf[change.change] as Change[]).push(change);
	return { changes, changesOf };
}

/**
 * Plans the changes that bring the account in sync with the list. Only radars that belong to the list are ever deactivated or
 * replaced, and a radar that already exists isn't created again.
 */
export async function planSync(desired: Desired[], existing: Radar[], options: PlanOptions): Promise<Plan> {
	const { equal, conflicts } = await groupEntries(desired);
	const [conflict] = conflicts;
	const keepAll =
		options.keepAll ??
		(conflict &&
			`No radars are deactivated, because the list contradicts itself: ${radarName(conflict.desired.definition)}.`);
	const radars = await sortRadars(existing, options);
	const planner = new SyncPlanner(radars, equal, { ...options, keepAll });
	const decided = await planner.decide();
	const contradicting = new Set(conflicts.map(({ desired: entry }) => entry));
	const changes: Change[] = [];
	for await (const entry of inSlices(desired)) {
		if (contradicting.has(entry)) continue;
		const [first = entry] = equal.get(entry.key) ?? [];
		const reason = `The same radar as ${nameOf(entry, first)}.`;
		const own = decided.get(entry) ?? { change: 'keep', reason, desired: entry, repeats: first };
		const other = own.repeats && decided.get(own.repeats);
		// A repeat of a refused entry is refused for the same reason.
		changes.push(other?.change === 'refused' ? { ...other, desired: entry } : own);
	}
	changes.push(...(await planner.leftovers()));
	const lostFilters = await lostFiltersOf(desired, radars.own);
	return { ...(await groupChanges(changes)), conflicts, own: radars.own, keepAll, lostFilters };
}
