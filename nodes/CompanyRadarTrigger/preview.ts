import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifyUpdate } from '../shared/simplifyUpdate';
import type { Update } from '../shared/api/types';
import { createRadarClient, type RadarClient } from '../shared/client';
import { NEWEST_UPDATES } from './fields/testing';
import { isObject, isWanted, timeOf } from './event';
import { previewCreation } from './activation/previewCreation';
import type { TriggerParameters } from './parameters';
import { triggerError } from './errors';

const SHOWN = 10;

/** From the first page of the list, which may be the oldest one. Newest first. */
async function newestUpdates(service: RadarClient, { filters }: TriggerParameters): Promise<Update[]> {
	const { updates } = await service.listUpdates();
	return updates
		.filter((update) => isWanted({ ...update }, filters))
		.sort((a, b) => (timeOf({ ...b }) ?? 0) - (timeOf({ ...a }) ?? 0))
		.slice(0, SHOWN);
}

async function show(execution: IExecuteFunctions, settings: TriggerParameters): Promise<object[]> {
	const service = await createRadarClient(execution, { interactive: true });
	if (settings.createsRadars) {
		const message = await previewCreation(execution, service);
		execution.addExecutionHints?.({ message, location: 'outputPane', type: 'info' });
	}
	if (settings.testWith === NEWEST_UPDATES) {
		const updates = await newestUpdates(service, settings);
		if (updates.length > 0) return updates;
	}
	const { payload } = await service.sendTestEvent({ radar_type: settings.sampleRadarType });
	return isObject(payload) ? [payload] : [];
}

/** What the editor shows when the step is executed without a delivery. Changes no state. */
export async function preview(
	execution: IExecuteFunctions,
	settings: TriggerParameters,
): Promise<INodeExecutionData[]> {
	try {
		const updates = await show(execution, settings);
		return updates.map((update) => ({ json: settings.simplify ? simplifyUpdate(update) : { ...update } }));
	} catch (error) {
		throw triggerError(execution.getNode(), error);
	}
}
