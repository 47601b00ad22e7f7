import { checkRadarId } from '../../../shared/values/rules/primitives';
import { defineItemOperation } from '../../../shared/run/operation';
import { deactivationNotice, optionsField, withToolDescription } from '../../../shared/form/fieldOptions';
import { ONE_RADAR_PER_CALL, radarLocator } from '../../../shared/form/radarPicker';
import { deactivatedRadar, type DeactivatedRow } from '../../radars/radarRow';

export type Output = DeactivatedRow;

/** Calls the API operation `deactivateRadar`. */
export const deactivate = defineItemOperation({
	name: 'Deactivate',
	value: 'deactivate',
	action: "Deactivate radar (can't be undone)",
	description:
		'Deactivate a radar for good. Free, but a monthly radar finds updates until its paid month ends.',
	fields: [
		deactivationNotice,
		...withToolDescription(radarLocator('Radar to deactivate'), ONE_RADAR_PER_CALL),
		optionsField(),
	],
	readInput: (read) => read.value('radarId', checkRadarId),
	call: async (id, context) => {
		const { data } = await context.client.call('deactivateRadar', { id });
		context.radarDeactivated(id, data);
		return deactivatedRadar(data, context.client.now);
	},
});
