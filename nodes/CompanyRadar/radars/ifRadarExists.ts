import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { differenceText } from '../../shared/api/names';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { differences } from '../../shared/radars/sameRadar';
import { toFailure } from '../runner/itemErrors';
import type { RunContext } from '../runner/runContext';
import { radarRow } from './radarRow';

export const ifRadarExistsField: INodeProperties = {
	displayName: 'If Radar Exists',
	name: 'ifRadarExists',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Fail', value: 'fail', description: "Report an error with the existing radar's ID" },
		{
			name: 'Return the Existing One',
			value: 'returnExisting',
			description: 'Return the existing radar. Nothing is charged.',
		},
	],
	default: 'returnExisting',
	description:
		'What to do if your account already has this radar. Accounts that allow duplicates create another one.',
};

/** Loads the radar that a 409 names. Rethrows any other error. */
export async function readConflict(client: RadarClient, error: unknown): Promise<Radar> {
	if (!(error instanceof RadarApiError) || error.failure.conflictingRadarId === undefined) throw error;
	const call = client.call('getRadar', { id: error.failure.conflictingRadarId });
	const { data } = await call.catch((reason: unknown) => {
		const detail = `Couldn't load the existing radar: ${toFailure(reason).error}.`;
		throw new RadarApiError({ ...error.failure, detail });
	});
	return data;
}

/** A radar that was created, or that existed already. */
export interface CreatedColumns {
	already_existed: boolean;
	/** Of an existing radar: the fields that differ from your definition, or may, with commas. */
	differs_in?: string;
}

/** The output row of a new radar, which also goes into the summary. */
export function createdRadar(radar: Radar, { summary }: RunContext, ids?: object): IDataObject {
	summary.radarCreated(radar);
	return radarRow(radar, { already_existed: false, differs_in: '' }, ids);
}

/** The output row of an existing radar. Summary and row say how it differs from the definition. */
export function existingRadar(
	radar: Radar,
	definition: RadarDefinition,
	{ summary }: RunContext,
	ids?: object,
): IDataObject {
	const differs = differences(definition, radar);
	summary.radarExisted(radar, differs);
	const differsIn = differs.map(differenceText).join(', ');
	return radarRow(radar, { already_existed: true, differs_in: differsIn }, ids);
}
