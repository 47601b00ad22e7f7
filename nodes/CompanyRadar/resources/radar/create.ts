import type { RadarDefinition } from '../../../shared/interface/types';
import { mapItems } from '../../mapItems';
import { operation, type RunContext } from '../../operation';
import {
	createdRadar,
	existingRadar,
	ifRadarExistsField,
	readConflict,
	type IfRadarExists,
} from './ifRadarExists';
import { optionsField, tagCreatesOption } from '../options';
import { definitionFields } from './definitionFields';
import { dryRun, dryRunField } from './dryRun';
import { readDefinition } from './readDefinition';

interface Input {
	definition: RadarDefinition;
	dryRun: boolean;
}

async function createOne(
	definition: RadarDefinition,
	ifRadarExists: IfRadarExists,
	{ service, receipt }: RunContext,
) {
	const created = service.createRadar(definition).then((radar) => {
		receipt.radarCreated(radar.radar_id);
		return createdRadar(radar);
	});
	if (ifRadarExists === 'fail') return await created;
	return await created.catch(async (error: unknown) => {
		const existing = await readConflict(service, error);
		receipt.radarExisted(existing);
		return existingRadar(existing, definition);
	});
}

/** Interface section 4.1. */
export const create = operation<Input, IfRadarExists>({
	name: 'Create',
	value: 'create',
	action: 'Create radar',
	description: 'Start to watch a company, a contact or an industry. This may cost money at once.',
	fields: [...definitionFields, ifRadarExistsField('fail'), dryRunField, optionsField(tagCreatesOption)],
	settings: (read) => read.text('ifRadarExists') as IfRadarExists,
	input: async (read) => ({
		definition: readDefinition(read),
		dryRun: await read.flagOfAnyItem('dryRun'),
	}),
	run: async (prepared, context, ifRadarExists) => {
		// One item that asks for it is enough: a run that only checks costs nothing.
		if (prepared.some(({ input }) => input.dryRun)) {
			return await dryRun(
				prepared.map(({ item, input }) => ({ item, definition: input.definition })),
				context,
			);
		}
		return await mapItems(
			prepared,
			context,
			async ({ definition }) => await createOne(definition, ifRadarExists, context),
		);
	},
});
