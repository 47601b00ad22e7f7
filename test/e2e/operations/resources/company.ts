import type { RevealResult } from '../../../../nodes/shared/api/types';
import { served } from '../manualWorkflow';
import type { ResourceWorkflow } from './resource';

/** One of them twice, and one without a match. */
const VISITORS = ['8.8.8.13', '9.9.9.12', '8.8.8.13', '8.8.4.11'].map((ip) => ({ ip }));

export const company: ResourceWorkflow = {
	resource: 'Company',
	items: VISITORS,
	nodes: [
		{
			name: 'Reveal',
			parameters: { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' },
			expected: (control) => {
				const answers = served<RevealResult>(control, 'POST', /^\/v1\/company-reveal$/);
				return VISITORS.map(({ ip }) => {
					const companies = answers.find(({ data }) => data.ip === ip)?.data.companies;
					return { ip, matches: companies?.length, domain: companies?.[0]?.domain ?? null };
				});
			},
		},
		{
			name: 'Reveal Within Budget',
			after: 'Reveal',
			parameters: {
				resource: 'company',
				operation: 'reveal',
				ipAddress: '={{ $json.ip }}',
				options: { monthlyBudget: 0.01 },
			},
			expected: () => VISITORS.map(({ ip }) => ({ ip, skipped: true })),
		},
	],
};
