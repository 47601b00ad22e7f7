import { textField } from '../../../shared/parameters/fieldOptions';
import { matchJobTitle, parseJobTitles, type TitleMatch } from '../../../shared/validation/jobTitles';
import { checkText, isBlank } from '../../../shared/validation/primitives';
import { defineItemOperation } from '../../runner/operation';
import { expressionField } from './validate';

export type Output = { title: string } & TitleMatch & { uncertain?: boolean };

const UNCERTAIN =
	'Titles marked "uncertain" contain a term inside a longer word, such as "sales" in "presales". The service may match them too.';

const checkTitle = (value: unknown) => checkText(value, 'Enter a job title, such as Head of Sales.');

/** Local and free: the rules of docs/contributing/api.md, job_titles. */
export const previewMatches = defineItemOperation({
	name: 'Preview Matches',
	value: 'previewMatches',
	action: 'Preview job titles that match expression',
	description: 'See which job titles an expression matches, and why. Free and offline.',
	local: true,
	fields: [
		expressionField,
		{
			...textField('Job Title', 'title', '{{ $json.title }}', 'Job title to test, such as Head of Sales'),
			required: true,
		},
	],
	readInput: (read) => ({
		filter: read.value('expression', parseJobTitles),
		title: isBlank(read.raw('title')) ? '' : read.value('title', checkTitle),
	}),
	call: async ({ filter, title }, { summary }) => {
		const match = matchJobTitle(filter, title);
		const isUncertain = match.matches !== matchJobTitle(filter, title, 'anywhere').matches;
		if (isUncertain) summary.note(UNCERTAIN);
		return { title, ...match, ...(isUncertain ? { uncertain: true } : {}) };
	},
});
