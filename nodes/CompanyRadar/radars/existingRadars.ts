import type { Radar, RadarDefinition } from '../../shared/api/types';
import type { RadarClient } from '../../shared/client';
import { filterDifferences, isIncomparable, sameTargetKeys, targetKeys } from '../../shared/radars/sameRadar';
import { isActive } from '../../shared/radars/radarState';

/** The account's active radars, read once for each type that is asked for. */
export class ExistingRadars {
	private readonly byType = new Map<string, Promise<Map<string, Radar[]>>>();

	constructor(private readonly client: RadarClient) {}

	/** The radar of the same target with the same filters, else one whose filters aren't known. @throws RadarApiError */
	async find(definition: RadarDefinition): Promise<Radar | undefined> {
		const { radar_type: type } = definition;
		const reading = this.byType.get(type) ?? this.read(type);
		this.byType.set(type, reading);
		const byTarget = await reading;
		const radars = sameTargetKeys(definition).flatMap((key) => byTarget.get(key) ?? []);
		const alike = radars.filter((radar) => filterDifferences(definition, radar).length === 0);
		return alike.find((radar) => !isIncomparable(radar)) ?? alike[0];
	}

	private async read(type: string): Promise<Map<string, Radar[]>> {
		const byTarget = new Map<string, Radar[]>();
		for await (const radar of this.client.allRadars({ radar_type: type, radar_status: 'active' })) {
			if (!isActive(radar)) continue;
			for (const key of targetKeys(radar)) byTarget.set(key, [...(byTarget.get(key) ?? []), radar]);
		}
		return byTarget;
	}
}
