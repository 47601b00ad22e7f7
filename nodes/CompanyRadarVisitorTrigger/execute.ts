import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withNodeErrors } from '../shared/triggers/errors';
import { preview } from './preview';
import { reportedError } from './visitor/failure';
import { visitorStateOf } from './visitor/state';
import type { VisitingCompany } from './visitor/toOutput';

export type Output = VisitingCompany;

/** n8n's execute(): passes on the company that webhook() found, or throws why it couldn't look. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	return await withNodeErrors(node, async () => {
		if (this.getMode() === 'manual') return [[{ json: preview(this) }]];
		const items = this.getInputData();
		const { json = {} } = items[0] ?? {};
		visitorStateOf(this).began(json);
		const failure = reportedError(json);
		if (!failure) return [items];
		const { message: error, description: message } = failure;
		// n8n moves such an item to the error output, but would pass the input on if this threw.
		if (node.onError === 'continueErrorOutput') return [[{ json: { error, message } }]];
		// A workflow that was published with this setting gets no item without a company.
		if (node.onError === 'continueRegularOutput') return [[]];
		throw failure;
	});
}
