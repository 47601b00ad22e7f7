import type { INodeProperties } from 'n8n-workflow';

export const bulkNotice: INodeProperties = {
	displayName: 'This operation runs once for all input items, in as few requests as possible',
	name: 'bulkNotice',
	type: 'notice',
	default: '',
};
