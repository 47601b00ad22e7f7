import { usd } from '../../../../tools/demo/checks';
import type { ResourceWorkflow } from './resource';
import { FINDINGS } from './update';

export const account: ResourceWorkflow = {
	resource: 'Account',
	items: [{}],
	nodes: [
		{
			name: 'Get Summary',
			parameters: { resource: 'account', operation: 'getSummary', month: '', options: {} },
			expected: (control) => [
				{
					balance_remaining_usd: control.balance().balance_usd,
					month: control.clock().now.slice(0, 7),
					radars_activated: control.radars().length,
					balance_used_usd: usd(control.charges().map(({ amount_usd: amount }) => amount)),
					radars_deactivated: control.radars().filter(({ deactivated_at: at }) => at !== null).length,
					radars_failed: 0,
					updates_found: FINDINGS,
				},
			],
		},
	],
};
