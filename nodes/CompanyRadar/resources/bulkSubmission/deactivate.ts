import type { INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../../shared/api/limits';
import { RadarApiError, type BulkDeactivation } from '../../../shared/client';
import { checkRadarId } from '../../../shared/validation/radarFields';
import { toFailure } from '../../runner/itemErrors';
import { defineOperation, type RunContext, type ItemFailure, type Outcome } from '../../runner/operation';
import { chunk } from '../chunk';
import { deactivationNotice } from '../commonFields';
import { optionsField } from '../../runner/requestOptions';
import { deactivatedRadar, type GracePeriod, type RadarRow } from '../radar/radarRow';
import { radarLocator } from '../radar/radarLocator';

/** An AI agent calls a tool with one item. */
export const bulkNotices = (forTool: string): INodeProperties[] => [
	{
		displayName: 'This operation runs once for all input items, in as few requests as possible.',
		name: 'bulkNotice',
		type: 'notice',
		displayOptions: { hide: { '@tool': [true] } },
		default: '',
	},
	{
		displayName: forTool,
		name: 'toolNotice',
		type: 'notice',
		displayOptions: { show: { '@tool': [true] } },
		default: '',
	},
];

export type Output = RadarRow<GracePeriod>;

type DeactivationResult = BulkDeactivation | { failure: ItemFailure };

async function deactivateGroup(
	ids: string[],
	context: RunContext,
): Promise<Array<DeactivationResult | undefined>> {
	if (context.shouldStop()) return [];
	try {
		return await context.service.deactivateBulk(ids);
	} catch (error) {
		if (error instanceof RadarApiError && error.isCancelledBeforeSend) return [];
		context.onFailure(error);
		const failure = toFailure(error);
		return ids.map(() => ({ failure }));
	}
}

/** Deactivates radars with as few requests as the limits allow. What was not started has no result. */
export async function deactivateAll(
	ids: string[],
	context: RunContext,
): Promise<Map<string, DeactivationResult>> {
	const groups = chunk(ids, LIMITS.bulkDeactivateIds);
	const results = await Promise.all(groups.map(async (group) => await deactivateGroup(group, context)));
	return new Map(
		groups.flatMap((group, groupIndex) =>
			group.flatMap((id, index): Array<[string, DeactivationResult]> => {
				const result = results[groupIndex]?.[index];
				return result ? [[id, result]] : [];
			}),
		),
	);
}

export function outcomeOf(
	item: number,
	result: DeactivationResult,
	{ onFailure: failed }: RunContext,
): Outcome {
	if ('failure' in result) return { items: [item], failure: result.failure };
	if ('radar' in result) return { items: [item], json: [deactivatedRadar(result.radar)] };
	failed();
	return { items: [item], failure: toFailure(result.error) };
}

/** Calls the API operation `deactivateRadarsInBulk`. An id that stands in several items is sent once and answered for each. */
export const deactivate = defineOperation<string>({
	name: 'Deactivate',
	value: 'deactivate',
	action: "Deactivate many radars in bulk, one for each item (can't be undone)",
	description: `Stop many radars for good, ${LIMITS.bulkDeactivateIds} per request. They can't be restarted.`,
	fields: [
		...bulkNotices(
			'An AI agent deactivates one radar per call here, as with <b>Radar: Deactivate</b>. One of the two tools is enough.',
		),
		deactivationNotice,
		radarLocator('The radar_id of the radar to deactivate, one for each input item', 'id'),
		optionsField(),
	],
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) => {
		const results = await deactivateAll([...new Set(items.map(({ input }) => input))], context);
		return items.flatMap(({ item, input }) => {
			const result = results.get(input);
			return result ? [outcomeOf(item, result, context)] : context.outcomesForUnstarted([item]);
		});
	},
});
