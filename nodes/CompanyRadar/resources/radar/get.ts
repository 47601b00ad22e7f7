import { checkRadarId } from '../../../shared/validation/radarId';
import { mapItems } from '../../mapItems';
import { operation } from '../../operation';
import { optionsField } from '../options';
import { radarLocator } from './radarLocator';

/** Calls the API operation `getRadar`. */
export const get = operation<string>({
	name: 'Get',
	value: 'get',
	action: 'Get radar',
	description: 'Get one radar. Free.',
	fields: [radarLocator, optionsField()],
	input: (read) => read.value('radarId', checkRadarId),
	run: async (prepared, context) =>
		await mapItems(prepared, context, async (radarId) => ({ ...(await context.service.getRadar(radarId)) })),
});
