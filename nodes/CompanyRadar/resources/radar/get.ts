import { checkRadarId } from '../../../shared/validation/radarFields';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { radarLocator } from './radarLocator';
import { withToolDescription } from '../../../shared/fieldOptions';
import { radarRow, type RadarRow } from './radarRow';

export type Output = RadarRow;

/** Calls the API operation `getRadar`. */
export const get = defineOperation<string>({
	name: 'Get',
	value: 'get',
	action: 'Get radar',
	description: 'Get one radar. Free.',
	fields: [
		...withToolDescription(
			radarLocator('Radar to get. Enter its radar_id, or choose one of your newest radars.'),
			'The radar_id of the radar to get',
		),
		optionsField(),
	],
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) =>
		await mapItems(items, context, async (radarId) => radarRow(await context.service.getRadar(radarId))),
});
