import { checkRadarId } from '../../../shared/validation/radarId';
import { mapItems } from '../../mapItems';
import { operation } from '../../operation';
import { optionsField } from '../options';
import { deactivatedRadar } from './deactivatedRadar';
import { radarLocator } from './radarLocator';

/** Calls the API operation `deactivateRadar`. */
export const deactivate = operation<string>({
	name: 'Deactivate',
	value: 'deactivate',
	action: 'Deactivate radar',
	description:
		"Stop a radar for good: it can't be restarted. Radars paid monthly keep running until the month ends.",
	fields: [radarLocator, optionsField()],
	input: (read) => read.value('radarId', checkRadarId),
	run: async (prepared, context) =>
		await mapItems(prepared, context, async (radarId) =>
			deactivatedRadar(await context.service.deactivateRadar(radarId)),
		),
});
