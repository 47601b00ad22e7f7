import { LIMITS } from '../../../shared/api/limits';
import { checkRadarId } from '../../../shared/values/rules/primitives';
import { inSlices } from '../../../shared/host/clock';
import { withToolDescription, deactivationNotice, optionsField } from '../../../shared/form/fieldOptions';
import { defineOperation } from '../../../shared/run/operation';
import type { ItemResult } from '../../../shared/run/itemErrors';
import { ONE_RADAR_PER_CALL, radarLocator } from '../../../shared/form/radarPicker';
import { deactivateAll } from '../../radars/submit';
import type { DeactivatedRow } from '../../radars/radarRow';

export type Output = DeactivatedRow;

/** Calls the API operation `deactivateRadarsInBulk`. An ID in several items is sent once, and each item gets its result. */
export const deactivate = defineOperation({
	name: 'Deactivate',
	value: 'deactivate',
	action: "Deactivate many radars in bulk (can't be undone)",
	description: `Deactivate many radars for good, ${LIMITS.bulkDeactivateIds} per request. They can't be restarted.`,
	fields: [
		deactivationNotice,
		...withToolDescription(
			radarLocator(
				'ID of the radar to deactivate, one for each input item',
				'id',
				"Drag the radar's ID here. Empty at first, because deactivating can't be undone.",
			),
			ONE_RADAR_PER_CALL,
		),
		optionsField(),
	],
	readSettings: () => undefined,
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) => {
		const ids = new Set(items.map(({ input }) => input));
		const resultOfRadar = await deactivateAll([...ids], context);
		const results: ItemResult[] = [];
		for await (const { item, input } of inSlices(items)) results.push(...resultOfRadar(input, item));
		return results;
	},
});
