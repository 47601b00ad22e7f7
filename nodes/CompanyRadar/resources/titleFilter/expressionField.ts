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
		'Combine titles with AND, OR and NOT (in capitals). Put phrases in double quotes, group with parentheses, and use EXACT("title") for a whole title.',
};
