import { listed, counted, itemsNamed, usd } from '../values/basics/inWords';
import { LOW_BALANCE_USD } from '../api/assumptions';
import type { Radar, RadarDefinition } from '../api/types';
import { Spending } from '../money/purchases';
import { isKnownDifference } from '../values/radars/sameRadar';
import { radarName, differencesInWords, type Difference } from '../values/radars/radarInWords';
import { pushTo } from '../values/basics/values';

/** The input items and the radars of a JSON array that a note is about. */
interface Places {
	items: Set<number>;
	radars: Set<number>;
}

const QUOTED_VALUE = /"[^"]*"/;

/** A note with its places. With a single input item, it names none. */
function noteInWords([text, { items, radars }]: [string, Places], itemCount: number): string {
	const [first, ...others] = radars;
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	const told = first === undefined ? text : `Radar ${first}${more}: ${text}`;
	return items.size === 0 || itemCount === 1
		? told
		: `${told.replace(/\.$/, '')} (${itemsNamed([...items])}).`;
}

/** The notes as sentences. Those that differ only in a quoted value are merged. */
function mergedNotes(notes: ReadonlyMap<string, Places>, itemCount: number): string[] {
	const kinds = new Map<string, Array<[string, Places]>>();
	for (const note of notes) pushTo(kinds, note[0].replaceAll(new RegExp(QUOTED_VALUE, 'g'), ''), note);
	return [...kinds.values()].flatMap(([first, ...others]) => {
		if (!first) return [];
		const told = noteInWords(first, itemCount);
		if (others.length === 0) return told;
		const values = others.flatMap(([text]) => QUOTED_VALUE.exec(text)?.[0] ?? []);
		const named = values.length > 0 ? `: ${listed(values)}` : '';
		return `${told} The same for ${others.length} more${named}.`;
	});
}

const INACTIVE =
	'Some radars that already existed are inactive. They find updates only until the date in runs_until, and none without it.';

/** What a run did and spent, for the output panel and for errors. */
export class RunSummary {
	readonly spending = new Spending();

	private readonly created: string[] = [];

	/** By ID, since an ID may stand in several items. */
	private readonly deactivated = new Set<string>();

	private readonly deactivatedBefore = new Set<string>();

	private readonly existing = new Set<string>();

	/** The existing radars that aren't as asked for, and their fields, by ID. */
	private readonly differing = new Map<string, string>();
	private differsForSure = false;
	private titlesDiffer = false;

	private readonly bulkIds: string[] = [];

	private readonly counts = {
		submitted: 0,
		lookups: 0,
		matches: 0,
		reused: 0,
		skipped: 0,
	};

	/** The input items that failed, with their names, by index, and places of the radars of a JSON array. */
	private readonly failed = new Map<number, string>();
	private readonly failedRadars: number[] = [];

	/** Names of the radars that couldn't be deactivated. */
	private readonly stayingRadars: string[] = [];

	private balance: number | undefined;

	private readonly results: string[] = [];

	private readonly notes = new Map<string, Places>();

	/** @param itemCount of the run */
	constructor(private readonly itemCount = 1) {}

	count(what: keyof RunSummary['counts'], by = 1) {
		this.counts[what] += by;
	}

	radarCreated(radar: Radar | RadarDefinition) {
		this.created.push('radar_id' in radar ? radar.radar_id : radarName(radar));
		this.spending.radarCreated(radar);
	}

	radarDeactivated(id: string, wasBefore: boolean) {
		(wasBefore ? this.deactivatedBefore : this.deactivated).add(id);
	}

	/** `inactive` may be a paid month, in which findings still come for a while (docs/contributing/api.md, Radar states). */
	radarExisted(radar: Radar, differs: readonly Difference[]) {
		this.existing.add(radar.radar_id);
		if (radar.radar_status === 'inactive') this.note(INACTIVE);
		if (differs.length === 0) return;
		this.differing.set(radar.radar_id, `${radarName(radar)}: ${differencesInWords(differs)}`);
		this.differsForSure ||= differs.some(isKnownDifference);
		this.titlesDiffer ||= differs.some(({ field }) => field === 'job_titles');
	}

	bulkSubmitted(bulkId: string, radars: number) {
		this.bulkIds.push(bulkId);
		this.count('submitted', radars);
	}

	lookedUp({ chargedMicros, balanceUsd }: { chargedMicros: number; balanceUsd: unknown }) {
		this.count('lookups');
		if (chargedMicros > 0) this.count('matches');
		this.spending.lookedUp(chargedMicros, balanceUsd);
		this.balanceSeen(balanceUsd);
	}

	/** @param number of a radar in a JSON array: its place, from 1; `name` of the item, in parentheses */
	itemFailed(item: number, number?: number, name = '') {
		if (number === undefined) this.failed.set(item, `item ${item}${name}`);
		else this.failedRadars.push(number);
	}

	radarFailed(name: string) {
		this.stayingRadars.push(name);
	}

	/** Ignores an unknown balance, which doesn't count as low. */
	balanceSeen(balanceUsd: unknown) {
		if (typeof balanceUsd === 'number') this.balance = balanceUsd;
	}

	/** Adds the result of a run that changes nothing, as a sentence. */
	result(text: string) {
		this.results.push(text);
	}

	/** Adds a note to the output panel. Equal notes are shown once, and similar ones are merged. */
	note(text: string, { item, radar }: { item?: number; radar?: number } = {}) {
		const { items, radars } = this.notes.get(text) ?? { items: new Set(), radars: new Set() };
		this.notes.set(text, { items, radars });
		if (item !== undefined) items.add(item);
		if (radar !== undefined) radars.add(radar);
	}

	/** What was done and paid so far, or undefined if nothing. Without output items, it also names what was created and deactivated. */
	summary({ hasOutput = false } = {}): string | undefined {
		const { created, deactivated, deactivatedBefore, existing, bulkIds, failedRadars, stayingRadars } = this;
		const failed = [...this.failed.keys()];
		const failedNames = [...this.failed.values()];
		const areNamed = failedNames.some((name) => name.endsWith(')'));
		const { submitted, lookups, matches, reused, skipped } = this.counts;
		const names = (list: string) => (hasOutput ? '' : ` (${list})`);
		const parts = [
			created.length > 0 &&
				`${counted(created.length, 'radar was', 'radars were')} created${names(listed(created))}`,
			existing.size > 0 && `${counted(existing.size, 'radar', 'radars')} already existed`,
			bulkIds.length > 0 &&
				`${counted(bulkIds.length, 'bulk request', 'bulk requests')} of ${counted(submitted, 'radar', 'radars')}${names(`ID ${bulkIds.join(', ')}`)}`,
			deactivated.size > 0 &&
				`${counted(deactivated.size, 'radar was', 'radars were')} deactivated${names(listed([...deactivated]))}`,
			deactivatedBefore.size > 0 &&
				`${counted(deactivatedBefore.size, 'radar was', 'radars were')} inactive already`,
			lookups > 0 && `${counted(lookups, 'lookup', 'lookups')}, ${counted(matches, 'match', 'matches')}`,
			reused > 0 && `${counted(reused, 'result was', 'results were')} reused without a charge`,
			skipped > 0 && `${counted(skipped, 'item was', 'items were')} skipped`,
			failed.length > 0 &&
				`${counted(failed.length, 'item', 'items')} failed${areNamed ? `: ${listed(failedNames)}` : ` (${itemsNamed(failed)})`}`,
			failedRadars.length > 0 &&
				`${counted(failedRadars.length, 'radar', 'radars')} failed (number ${listed(failedRadars)} of the array)`,
			stayingRadars.length > 0 &&
				`${counted(stayingRadars.length, "radar couldn't", "radars couldn't")} be deactivated: ${listed(stayingRadars)}`,
		].filter((part) => typeof part === 'string');
		const done = parts.length > 0 ? [`In this execution: ${parts.join('; ')}.`] : [];
		return [...done, ...this.spending.sentences()].join(' ') || undefined;
	}

	/** How existing radars differ from those asked for, and what to do about it. */
	private differingInWords(): string {
		const radars = [...this.differing.values()];
		const isSure = this.differsForSure;
		const [one, many] = isSure
			? ['radar differs', 'radars differ']
			: ['radar may differ', 'radars may differ'];
		const trigger = this.titlesDiffer ? ', or filter by job title in the trigger' : '';
		return `${radars.length} existing ${radars.length === 1 ? one : many} from yours: ${listed(radars, undefined, '; ')}. ${isSure ? 'Your values' : 'If so, your values'} don't apply: to use them, deactivate the radar and create another${trigger}.`;
	}

	/** Everything to show in the output panel after a run. */
	hints(): string[] {
		const summary = this.summary({ hasOutput: true });
		const facts = [
			...(summary ? [summary] : []),
			...(this.differing.size > 0 ? [this.differingInWords()] : []),
			...this.results,
			...(this.balance !== undefined && this.balance < LOW_BALANCE_USD
				? [`The balance is low: ${usd(this.balance)}. Radars stop when it runs out.`]
				: []),
		];
		const notes = mergedNotes(this.notes, this.itemCount);
		return facts.length > 0 ? [facts.join(' '), ...notes] : notes;
	}
}
