import type { Radar } from '../../shared/api/types';
import { filterKey, sameTargetKeys, targetKeys } from '../../shared/radars/sameRadar';
import { filtersOf } from '../../shared/validation/radarDefinition';

/** The data of a radar that others are compared with. */
interface KnownRadar extends Pick<Radar, 'radar_id' | 'webhook_url'> {
	/** Equal for equal filters; undefined if they aren't known. */
	filters: string | undefined;
}

const UNKNOWN = '?';

export const filtersKeyOf = (radar: Radar): string | undefined =>
	filterKey(radar, filtersOf(radar.radar_type));

/** What the active radars monitor. */
export class Targets {
	private readonly radars = new Map<string, KnownRadar>();

	add(radar: Radar): void {
		const { radar_id, webhook_url } = radar;
		const filters = filtersKeyOf(radar);
		for (const target of targetKeys(radar)) {
			for (const key of [target, `${target} ${filters ?? UNKNOWN}`]) {
				if (!this.radars.has(key)) this.radars.set(key, { radar_id, webhook_url, filters });
			}
		}
	}

	/** Another radar of the same target, with the same filters as far as they are known. */
	duplicateOf(radar: Radar): KnownRadar | undefined {
		const filters = filtersKeyOf(radar);
		return sameTargetKeys(radar)
			.flatMap((target) =>
				filters === undefined ? [target] : [`${target} ${filters}`, `${target} ${UNKNOWN}`],
			)
			.map((key) => this.radars.get(key))
			.find((known) => known !== undefined && known.radar_id !== radar.radar_id);
	}
}
