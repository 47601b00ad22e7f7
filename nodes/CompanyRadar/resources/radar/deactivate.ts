import { checkRadarId } from '../../../shared/validation/radarId';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { deactivatedRadar, type GracePeriod } from './deactivatedRadar';
import { radarLocator } from './radarLocator';
import type { RadarRow } from './radarRow';

export type Output = RadarRow<GracePeriod>;

/** Calls the API operation `deactivateRadar`. */
export const deactivate = defineOperation<string>({
	name: 'Deactivate',
	value: 'deactivate',
	action: 'Deactivate radar',
	description:
		"Stop a radar for good: it can't be restarted. Free, but a radar paid monthly runs until its paid month ends.",
	fields: [radarLocator, optionsField()],
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) =>
		await mapItems(items, context, async (radarId) =>
			deactivatedRadar(await context.service.deactivateRadar(radarId)),
		),
});
