import type { Ids } from '../ids';
import type { Json, RadarType, Update } from '../types';
import type { StoredRadar } from './radarStore';
import { Timeline, type Order, type Place } from './timeline';

/** An update; a finding's content is generated when it is read, unless it has its own. */
export interface StoredUpdate {
	/** `discovered_at`, in milliseconds. */
	at: number;
	/** Its `update_id` is made from this. */
	number: number;
	radar: StoredRadar;
	content: Json | null;
	failure: Update | null;
}

/** Which updates a client asks for; null means all. */
export interface UpdateFilter {
	radars: StoredRadar[] | null;
	types: RadarType[] | null;
}

/** The updates of an account, a million of them if need be: indexed by radar type and by radar. */
export class UpdateStore {
	private readonly all = this.timeline();
	private readonly byType = new Map<RadarType, Timeline<StoredUpdate>>();
	private readonly byRadar = new Map<StoredRadar, Timeline<StoredUpdate>>();
	private findings = 0;

	constructor(private readonly ids: Ids) {}

	get findingCount(): number {
		return this.findings;
	}

	idOf(update: StoredUpdate): string {
		return this.ids.uuid('update', update.number);
	}

	placeOf(update: StoredUpdate): Place {
		return { at: update.at, id: this.idOf(update) };
	}

	add(update: StoredUpdate): void {
		if (update.failure === null) this.findings += 1;
		this.all.add(update);
		this.ofType(update.radar.record.radar_type).add(update);
		this.ofRadar(update.radar).add(update);
	}

	/** As `add` for each, but fast for a great many findings. */
	addAll(updates: StoredUpdate[]): void {
		this.findings += updates.length;
		this.all.addAll(updates);
		for (const [type, some] of grouped(updates, ({ radar }) => radar.record.radar_type))
			this.ofType(type).addAll(some);
		for (const [radar, some] of grouped(updates, ({ radar }) => radar)) this.ofRadar(radar).addAll(some);
	}

	/** The first `count` updates beyond `after`. */
	page(filter: UpdateFilter, order: Order, after: Place | null, count: number): StoredUpdate[] {
		const sources = this.sources(filter);
		const [only] = sources;
		if (only !== undefined && sources.length === 1) return only.page(order, after, count);
		const merged = new Timeline<StoredUpdate>((update) => this.idOf(update));
		merged.addAll(sources.flatMap((source) => source.page(order, after, count)));
		return merged.page(order, null, count);
	}

	private sources({ radars, types }: UpdateFilter): Array<Timeline<StoredUpdate>> {
		if (radars !== null) {
			const wanted = radars.filter(({ record }) => types?.includes(record.radar_type) ?? true);
			return wanted.map((radar) => this.ofRadar(radar));
		}
		return types === null ? [this.all] : types.map((type) => this.ofType(type));
	}

	private ofType(type: RadarType) {
		return obtained(this.byType, type, () => this.timeline());
	}

	private ofRadar(radar: StoredRadar) {
		return obtained(this.byRadar, radar, () => this.timeline());
	}

	private timeline() {
		return new Timeline<StoredUpdate>((update) => this.idOf(update));
	}
}

function obtained<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const known = map.get(key) ?? make();
	map.set(key, known);
	return known;
}

function grouped<K, T>(items: T[], keyOf: (item: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const item of items) obtained(groups, keyOf(item), () => [] as T[]).push(item);
	return groups;
}
