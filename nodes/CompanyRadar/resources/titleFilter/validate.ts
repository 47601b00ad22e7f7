import { checkJobTitles } from '../../../shared/validation/jobTitles';
import { mapItems } from '../../mapItems';
import { operation } from '../../operation';
import { expressionField } from './expressionField';

/** Local and free: the rules of docs/api.md, job_titles. */
export const validate = operation<unknown>({
	name: 'Validate',
	value: 'validate',
	action: 'Validate job title expression',
	description: 'Check a job title expression and find mistakes. Free and offline.',
	local: true,
	fields: [expressionField],
	input: (read) => read.raw('expression'),
	run: async (prepared, context) =>
		await mapItems(prepared, context, async (expression) => {
			const verdict = checkJobTitles(expression);
			if (verdict.ok) verdict.hints.forEach((hint) => context.receipt.note(hint));
			return verdict.ok
				? { expression: verdict.value, valid: true, problems: [] }
				: {
						expression: String(expression),
						valid: false,
						problems: verdict.problems.map(({ reason, fix }) => ({ reason, fix })),
					};
		}),
});
