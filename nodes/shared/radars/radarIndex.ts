import type { Radar, RadarDefinition } from '../api/types';
import { inSlices } from '../concurrency/timeSlice';
import { filterMatch, sameTargetKeys, targetKeys, type FilterMatch } from './sameRadar';

/** Radars, or what stands for them, by what they monitor. */
export class RadarIndex<Entry = Radar> {
	private readonly byKey = new Map<string, Entry[]>();

	/** @param radarOf the radar or the definition that an entry stands for */
	constructor(private readonly radarOf: (entry: Entry) => RadarDefinition | Radar) {}

	static async of(radars: Iterable<Radar>): Promise<RadarIndex> {
		const index = new RadarIndex<Radar>((radar) => radar);
		for await (const radar of inSlices(radars)) index.add(radar);
		return index;
	}

	add(entry: Entry): void {
		for (const key of targetKeys(this.radarOf(entry))) {
			const others = this.byKey.get(key);
			if (others) others.push(entry);
			else this.byKey.set(key, [entry]);
		}
	}

	/** The entries that monitor the same. */
	ofTarget(wanted: RadarDefinition | Radar): Entry[] {
		return [...new Set(sameTargetKeys(wanted).flatMap((key) => this.byKey.get(key) ?? []))];
	}

	/** The entry of the same target with the same filters, else one whose filters aren't known, else any. */
	closest(
		wanted: RadarDefinition | Radar,
		isFree: (entry: Entry) => boolean = () => true,
	): { radar: Entry; filters: FilterMatch } | undefined {
		const found = new Map<FilterMatch, Entry>();
		for (const entry of this.ofTarget(wanted)) {
			const filters = filterMatch(wanted, this.radarOf(entry));
			if (!found.has(filters) && isFree(entry)) found.set(filters, entry);
			if (found.has('same')) break;
		}
		for (const filters of ['same', 'unknown', 'other'] as const) {
			const radar = found.get(filters);
			if (radar !== undefined) return { radar, filters };
		}
		return undefined;
	}
}
