import type { ResourceWorkflow } from './resource';

const EXPRESSION = '"head of sales" OR (marketing AND NOT intern)';

export const titleFilter: ResourceWorkflow = {
	resource: 'Title Filter',
	items: [
		{ expression: EXPRESSION, title: 'Senior Head of Sales' },
		{ expression: 'sales and marketing', title: 'Marketing Intern' },
	],
	nodes: [
		{
			name: 'Validate',
			parameters: { resource: 'titleFilter', operation: 'validate', expression: '={{ $json.expression }}' },
			expected: () => [
				{ expression: EXPRESSION, valid: true },
				{ expression: 'sales and marketing', valid: false },
			],
		},
		{
			name: 'Preview Matches',
			parameters: {
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: EXPRESSION,
				title: '={{ $json.title }}',
			},
			expected: () => [
				{ title: 'Senior Head of Sales', matches: true },
				{ title: 'Marketing Intern', matches: false },
			],
		},
	],
};
