import { LIMITS } from '../../../shared/api/limits';
import type { BulkDeactivation } from '../../../shared/client';
import { checkRadarId } from '../../../shared/validation/radarId';
import { isCancelledBeforeSend, toFailure } from '../../runner/itemErrors';
import { defineOperation, type RunContext } from '../../runner/operation';
import type { ItemFailure, Outcome } from '../../runner/outcome';
import { chunk } from '../chunk';
import { optionsField } from '../../runner/requestOptions';
import { bulkNotice } from './notice';
import { deactivatedRadar } from '../radar/deactivatedRadar';
import { radarLocator } from '../radar/radarLocator';

type Answer = BulkDeactivation | { failure: ItemFailure };

async function deactivateGroup(ids: string[], context: RunContext): Promise<Array<Answer | undefined>> {
	if (context.shouldStop()) return [];
	try {
		return await context.service.deactivateBulk(ids);
	} catch (error) {
		if (isCancelledBeforeSend(error)) return [];
		context.onFailure(error);
		const failure = toFailure(error);
		return ids.map(() => ({ failure }));
	}
}

/** Deactivates radars with as few requests as the limits allow. What was not started has no answer. */
export async function deactivateAll(ids: string[], context: RunContext): Promise<Map<string, Answer>> {
	const groups = chunk(ids, LIMITS.bulkDeactivateIds);
	const answers = await Promise.all(groups.map(async (group) => await deactivateGroup(group, context)));
	return new Map(
		groups.flatMap((group, groupIndex) =>
			group.flatMap((id, index): Array<[string, Answer]> => {
				const answer = answers[groupIndex]?.[index];
				return answer ? [[id, answer]] : [];
			}),
		),
	);
}

export function outcomeOf(item: number, answer: Answer, { onFailure: failed }: RunContext): Outcome {
	if ('failure' in answer) return { items: [item], failure: answer.failure };
	if ('radar' in answer) return { items: [item], json: [deactivatedRadar(answer.radar)] };
	failed();
	return { items: [item], failure: toFailure(answer.error) };
}

/** Calls the API operation `deactivateRadarsInBulk`. An id that stands in several items is sent once and answered for each. */
export const deactivate = defineOperation<string>({
	name: 'Deactivate',
	value: 'deactivate',
	action: 'Deactivate radars in bulk',
	description: `Stop many radars for good, ${LIMITS.bulkDeactivateIds} per request. They can't be restarted.`,
	fields: [bulkNotice, radarLocator, optionsField()],
	readInput: (read) => read.value('radarId', checkRadarId),
	run: async (items, context) => {
		const answers = await deactivateAll([...new Set(items.map(({ input }) => input))], context);
		return items.flatMap(({ item, input }) => {
			const answer = answers.get(input);
			return answer ? [outcomeOf(item, answer, context)] : context.outcomesForUnstarted([item]);
		});
	},
});
