import type { INodeExecutionData } from 'n8n-workflow';

import { errorItem } from './failure';
import type { Outcome } from './operation';
import type { Receipt } from './receipt';

/** The output items of an outcome. What was skipped takes the error output, if the node has one. */
export const toItems = (
	outcome: Outcome,
	useErrorOutput: boolean,
	receipt: Receipt,
): INodeExecutionData[] => {
	const pairedItem = outcome.items.map((item) => ({ item }));
	if ('json' in outcome) return outcome.json.map((json) => ({ json, pairedItem }));
	if ('failure' in outcome) return outcome.items.map((item) => errorItem(outcome.failure, item));
	outcome.items.forEach(() => receipt.itemSkipped());
	const { reason, fields } = outcome.skipped;
	if (!useErrorOutput) return [{ json: { skipped: true, reason, ...fields }, pairedItem }];
	return outcome.items.map((item) =>
		errorItem(
			{
				error: `Skipped: ${reason}`,
				message: 'Nothing was sent for this item, and nothing was charged.',
				details: { skipped: true, ...fields },
			},
			item,
		),
	);
};
