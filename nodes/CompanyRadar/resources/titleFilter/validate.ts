import { checkJobTitles } from '../../../shared/validation/jobTitles';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { expressionField } from './expressionField';

/** Local and free: the rules of docs/api.md, job_titles. */
export const validate = defineOperation<unknown>({
	name: 'Validate',
	value: 'validate',
	action: 'Validate job title expression',
	description: 'Check a job title expression and find mistakes. Free and offline.',
	local: true,
	fields: [expressionField],
	readInput: (read) => read.raw('expression'),
	run: async (items, context) =>
		await mapItems(items, context, async (expression) => {
			const verdict = checkJobTitles(expression);
			if (verdict.ok) verdict.hints.forEach((hint) => context.summary.note(hint));
			return verdict.ok
				? { expression: verdict.value, valid: true, problems: [] }
				: {
						expression: String(expression),
						valid: false,
						problems: verdict.problems.map(({ reason, fix }) => ({ reason, fix })),
					};
		}),
});
