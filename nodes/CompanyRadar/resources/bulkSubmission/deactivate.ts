import { LIMITS } from '../../../shared/interface/limits';
import type { BulkDeactivation } from '../../../shared/transport';
import { checkRadarId } from '../../../shared/validation/radarId';
import { failureOf, type Failure } from '../../failure';
import { isNotStarted } from '../../hopeless';
import { operation, type Outcome, type RunContext } from '../../operation';
import { inGroups } from '../inGroups';
import { optionsField } from '../options';
import { bulkNotice } from './notice';
import { deactivatedRadar } from '../radar/deactivatedRadar';
import { radarLocator } from '../radar/radarLocator';

type Answer = BulkDeactivation | { failure: Failure };

async function deactivateGroup(ids: string[], context: RunContext): Promise<Array<Answer | undefined>> {
	if (context.stopped()) return [];
	try {
		return await context.service.deactivateBulk(ids);
	} catch (error) {
		if (isNotStarted(error)) return [];
		context.failed(error);
		const failure = failureOf(error);
		return ids.map(() => ({ failure }));
	}
}

async function deactivateAll(ids: string[], context: RunContext): Promise<Map<string, Answer>> {
	const groups = inGroups(ids, LIMITS.bulkDeactivateIds);
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

function outcomeOf(item: number, answer: Answer, { failed }: RunContext): Outcome {
	if ('failure' in answer) return { items: [item], failure: answer.failure };
	if ('radar' in answer) return { items: [item], json: [deactivatedRadar(answer.radar)] };
	failed();
	return { items: [item], failure: failureOf(answer.error) };
}

/** Calls the API operation `deactivateRadarsInBulk`. An id that stands in several items is sent once and answered for each. */
export const deactivate = operation<string>({
	name: 'Deactivate',
	value: 'deactivate',
	action: 'Deactivate radars in bulk',
	description: `Stop many radars for good, ${LIMITS.bulkDeactivateIds} per request. They can't be restarted.`,
	fields: [bulkNotice, radarLocator, optionsField()],
	input: (read) => read.value('radarId', checkRadarId),
	run: async (prepared, context) => {
		const answers = await deactivateAll([...new Set(prepared.map(({ input }) => input))], context);
		return prepared.flatMap(({ item, input }) => {
			const answer = answers.get(input);
			return answer ? [outcomeOf(item, answer, context)] : context.notStarted([item]);
		});
	},
});
