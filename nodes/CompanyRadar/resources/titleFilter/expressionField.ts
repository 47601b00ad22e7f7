import type { INodeProperties } from 'n8n-workflow';

export const expressionField: INodeProperties = {
	displayName: 'Title Expression',
	name: 'expression',
	type: 'string',
	typeOptions: { rows: 2 },
	required: true,
	default: '',
	placeholder: 'e.g. "head of sales" OR (marketing AND NOT intern)',
	description:
		'AND, OR and NOT in capital letters, phrases in double quotes, parentheses to group, EXACT("title") for a whole title',
};
