import type { INodeProperties } from 'n8n-workflow';

import { titleExpression } from '../../../shared/parameters/fieldOptions';
import { IS_EMPTY } from '../../../shared/validation/primitives';
import type { Problem, ValidationResult } from '../../../shared/validation/result';
import { checkJobTitles } from '../../../shared/validation/jobTitles/check';
import { defineItemOperation } from '../../runner/operation';

export const expressionField: INodeProperties = { ...titleExpression('expression'), required: true };

/** All that is to know about a valid expression, in one text. */
export const warningOf = ({ doubts, notes }: Extract<ValidationResult<unknown>, { ok: true }>): string =>
	[...doubts.map(({ reason }) => reason), ...notes].join(' ');

/** Every column is always there, and empty if there is nothing to say. */
export interface Output {
	expression: string;
	valid: boolean;
	/** Why a valid expression may not match what you mean. */
	warning: string;
	/** What is wrong, in one line. */
	reason: string;
	/** Of the wrong character, from 1. */
	position: number | null;
	suggestion: string;
}

const row = (expression: string, valid: boolean): Output => ({
	expression,
	valid,
	warning: '',
	reason: '',
	position: null,
	suggestion: '',
});

/** Local and free: the rules of docs/contributing/api.md, job_titles. */
export const validate = defineItemOperation({
	name: 'Validate',
	value: 'validate',
	action: 'Validate job title expression',
	description: 'Check a job title expression and find mistakes. Free and offline.',
	isOffline: true,
	fields: [expressionField],
	readInput: (read) => read.raw('expression'),
	call: async (expression, { summary }) => {
		const result = checkJobTitles(expression);
		if (result.ok) {
			[...result.doubts.map(({ reason }) => reason), ...result.notes].forEach((hint) => summary.note(hint));
			return { ...row(result.value, true), warning: warningOf(result) };
		}
		// The first mistake ends the check.
		const [{ reason, fix, at }] = result.problems as [Problem];
		const found = at ?? { reason: reason === IS_EMPTY ? 'The expression is empty.' : reason };
		return { ...row(String(expression ?? ''), false), ...found, suggestion: fix };
	},
});
