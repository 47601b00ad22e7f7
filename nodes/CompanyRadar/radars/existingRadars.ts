import type { Radar, RadarDefinition } from '../../shared/api/types';
import type { RadarClient } from '../../shared/client';
import { RadarIndex } from '../../shared/radars/radarIndex';
import { endOf, isActive } from '../../shared/radars/radarState';

/** The account's radars, read once for each type that is asked for. */
export class ExistingRadars {
	private readonly byType = new Map<string, Promise<RadarIndex>>();

	/** @param withEnding whether deactivated radars count until their paid month ends */
	constructor(
		private readonly client: RadarClient,
		private readonly withEnding = false,
	) {}

	/** The closest radar of the same target. @throws RadarApiError */
	async closest(definition: RadarDefinition) {
		const { radar_type: type } = definition;
		const reading = this.byType.get(type) ?? this.read(type);
		this.byType.set(type, reading);
		return (await reading).closest(definition);
	}

	/** The radar of the same target with the same filters, else one whose filters aren't known. @throws RadarApiError */
	async find(definition: RadarDefinition): Promise<Radar | undefined> {
		const closest = await this.closest(definition);
		return closest?.filters === 'other' ? undefined : closest?.radar;
	}

	private async read(type: string): Promise<RadarIndex> {
		const { client, withEnding } = this;
		const radars: Record<'active' | 'ending', Radar[]> = { active: [], ending: [] };
		const query = { radar_type: type, ...(withEnding ? {} : { radar_status: 'active' as const }) };
		for await (const radar of client.allRadars(query)) {
			if (isActive(radar)) radars.active.push(radar);
			else if (withEnding && endOf(radar, client.now) !== undefined) radars.ending.push(radar);
		}
		return await RadarIndex.of([...radars.active, ...radars.ending]);
	}
}
