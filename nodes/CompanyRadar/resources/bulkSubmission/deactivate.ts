import { LIMITS } from '../../../shared/api/limits';
import { RadarApiError, type BulkDeactivation } from '../../../shared/client';
import { checkRadarId } from '../../../shared/validation/radarFields';
import { inSlices } from '../../../shared/timeSlice';
import { withToolDescription } from '../../../shared/fieldOptions';
import { toFailure } from '../../runner/itemErrors';
import { defineOperation } from '../../runner/operation';
import type { ItemFailure, Outcome } from '../../runner/outcome';
import type { RunContext } from '../../runner/runContext';
import { chunk } from '../chunk';
import { bulkNotices, deactivationNotice } from '../commonFields';
import { optionsField } from '../../runner/requestOptions';
import { deactivatedRadar, type GracePeriod, type RadarRow } from '../radar/radarRow';
import { radarLocator } from '../radar/radarLocator';

export type Output = RadarRow<GracePeriod>;

type DeactivationResult = BulkDeactivation | { failure: ItemFailure };

/** No results where nothing was sent. */
async function deactivateGroup(ids: string[], context: RunContext): Promise<DeactivationResult[]> {
	if (context.shouldStop()) return [];
	try {
		return await context.service.deactivateBulk(ids);
	} catch (error) {
		if (error instanceof RadarApiError && error.failure.kind === 'cancelled') return [];
		context.onFailure(error);
		const failure = toFailure(error);
		return ids.map(() => ({ failure }));
	}
}

function outcomeOf(item: number, result: DeactivationResult, context: RunContext): Outcome {
	if ('failure' in result) return { items: [item], failure: result.failure };
	if ('radar' in result) return { items: [item], json: [deactivatedRadar(result.radar)] };
	context.onFailure();
	return { items: [item], failure: toFailure(result.error) };
}

/** Deactivates radars with as few requests as the limits allow. Returns what gives an item the outcome of its radar. */
export async function deactivateAll(
	ids: string[],
	context: RunContext,
): Promise<(radarId: string, item: number) => Outcome[]> {
	const results = new Map<string, DeactivationResult>();
	await Promise.all(
		chunk(ids, LIMITS.bulkDeactivateIds).map(async (group) => {
			const ofGroup = await deactivateGroup(group, context);
			ofGroup.forEach((result, index) => results.set(group[index] ?? '', result));
		}),
	);
	return (radarId, item) => {
		const result = results.get(radarId);
		return result ? [outcomeOf(item, result, context)] : context.outcomesForUnstarted([item]);
	};
}

/** Calls the API operation `deactivateRadarsInBulk`. An id that stands in several items is sent once and answered for each. */
export const deactivate = defineOperation({
	name: 'Deactivate',
	value: 'deactivate',
	action: "Deactivate many radars in bulk (can't be undone)",
	description: `Stop many radars for good, ${LIMITS.bulkDeactivateIds} per request. They can't be restarted.`,
	fields: [
		...bulkNotices(
			'An AI agent deactivates one radar per call here, as with <b>Radar: Deactivate</b>. One of the two tools is enough.',
		),
		deactivationNotice,
		...withToolDescription(
			radarLocator('The radar_id of the radar to deactivate, one for each input item', 'id'),
			'The radar_id of one radar to deactivate. Call the tool once for each radar.',
		),
		optionsField(),
	],
	readSettings: () => undefined,
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) => {
		const ids = new Set<string>();
		for await (const { input } of inSlices(items)) ids.add(input);
		const outcomesOf = await deactivateAll([...ids], context);
		const outcomes: Outcome[] = [];
		for await (const { item, input } of inSlices(items)) outcomes.push(...outcomesOf(input, item));
		return outcomes;
	},
});
