import { served } from '../manualWorkflow';
import type { ResourceWorkflow } from './resource';

/** More than two pages. */
export const FINDINGS = 120;

interface Page {
	updates: Array<{ update_id: string; data: { radar_id: string; radar_type: string } }>;
}

export const update: ResourceWorkflow = {
	resource: 'Radar Update',
	items: [{}],
	prepare: (control) => {
		control.pushFindings({ count: FINDINGS });
	},
	nodes: [
		{
			name: 'Get Many',
			parameters: { resource: 'update', operation: 'getMany', returnAll: true, simplify: true },
			expected: (control) =>
				served<Page>(control, 'GET', /^\/v1\/updates$/)
					.flatMap(({ updates }) => updates)
					.map(({ update_id, data: { radar_id, radar_type } }) => ({ update_id, radar_id, radar_type })),
		},
	],
};
