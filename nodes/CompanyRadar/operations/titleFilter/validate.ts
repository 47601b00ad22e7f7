import type { INodeProperties } from 'n8n-workflow';

import { titleExpression } from '../../../shared/parameters/fieldOptions';
import { checkJobTitles } from '../../../shared/validation/jobTitles';
import { defineItemOperation } from '../../runner/operation';

export const expressionField: INodeProperties = { ...titleExpression('expression'), required: true };

export interface Output {
	expression: string;
	valid: boolean;
	problems: Array<{ reason: string; fix: string }>;
}

/** Local and free: the rules of docs/contributing/api.md, job_titles. */
export const validate = defineItemOperation({
	name: 'Validate',
	value: 'validate',
	action: 'Validate job title expression',
	description: 'Check a job title expression and find mistakes. Free and offline.',
	local: true,
	fields: [expressionField],
	readInput: (read) => read.raw('expression'),
	call: async (expression, { summary }) => {
		const result = checkJobTitles(expression);
		if (!result.ok) {
			const problems = result.problems.map(({ reason, fix }) => ({ reason, fix }));
			return { expression: String(expression), valid: false, problems };
		}
		[...result.doubts, ...result.notes].forEach((hint) => summary.note(hint));
		return { expression: result.value, valid: true, problems: [] };
	},
});
