import { checkRadarId } from '../../../shared/values/rules/primitives';
import { defineItemOperation } from '../../../shared/run/operation';
import { optionsField, withToolDescription } from '../../../shared/form/fieldOptions';
import { radarLocator } from '../../../shared/form/radarPicker';
import { radarRow, type RadarRow } from '../../radars/radarRow';

export type Output = RadarRow;

/** Calls the API operation `getRadar`. */
export const get = defineItemOperation({
	name: 'Get',
	value: 'get',
	action: 'Get radar',
	description: 'Get one radar. Free.',
	fields: [
		...withToolDescription(radarLocator('Radar to get'), 'The radar_id of the radar to get'),
		optionsField(),
	],
	readInput: (read) => read.value('radarId', checkRadarId),
	call: async (id, { client }) => radarRow((await client.call('getRadar', { id })).data),
});
